// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/sched/placed_work.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/dependency_text.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The unit that a GRES count refers to: --gpus-per-node and --gres, --gpus, --gpus-per-task,
/// --gpus-per-socket.
enum class GresScope { per_node, per_job, per_task, per_socket };

/// One entry of these options, such as "gpu:a100:2".
struct GresRequest {
    std::string name = "gpu";
    std::string type;  ///< empty: any
    std::int64_t count = 1;
    GresScope scope = GresScope::per_node;
};

enum class Exclusive { no, whole_nodes, user };

/// --switches=count[@wait].
struct SwitchesRequest {
    std::int32_t count = 0;  ///< 0: not requested
    std::optional<Seconds> wait;
};

/// The request of one `sbatch`, in its words (spec 1.11, 2.7), and how the job then behaves. Texts
/// that only a machine can tell the meaning of are kept as written; submission parses and checks them, as Slurm does.
struct JobRequest {
    std::int64_t number = 0;  ///< the caller's number; the emulated controller assigns job ids
    Instant submit;
    /// For a job that waited before the run began: it is as old as if it had been submitted at this
    /// instant.
    std::optional<Instant> waiting_since;
    std::string name;
    std::string user;
    std::string account;    ///< empty: the user's default
    std::string partition;  ///< a comma list; empty: the default partition
    std::string qos;

    std::optional<std::int32_t> min_nodes;  ///< -N min
    std::optional<std::int32_t> max_nodes;  ///< -N min-max; equal to min for a plain -N n
    std::optional<std::int32_t> ntasks;
    std::optional<std::int32_t> ntasks_per_node;
    std::optional<std::int32_t> ntasks_per_socket;
    std::optional<std::int32_t> ntasks_per_core;
    std::optional<std::int32_t> ntasks_per_gpu;
    std::optional<std::int32_t> cpus_per_task;
    std::optional<std::int32_t> cpus_per_gpu;
    std::optional<std::int32_t> min_cpus_per_node;  ///< --mincpus
    std::optional<std::int32_t> sockets_per_node;
    std::optional<std::int32_t> cores_per_socket;
    std::optional<std::int32_t> threads_per_core;
    std::optional<std::int32_t> core_spec;
    std::optional<std::int64_t> mem_per_node_mb;  ///< --mem; 0: all of the node
    std::optional<std::int64_t> mem_per_cpu_mb;
    std::optional<std::int64_t> mem_per_gpu_mb;
    std::optional<std::int64_t> tmp_disk_mb;
    std::vector<GresRequest> gres;
    bool enforce_gres_binding = false;  ///< --gres-flags=enforce-binding

    std::optional<std::int64_t> time_minutes;      ///< --time; 0: unlimited
    std::optional<std::int64_t> time_min_minutes;  ///< --time-min
    std::optional<Instant> begin;
    std::optional<Instant> deadline;
    std::int64_t nice = 0;
    bool hold = false;
    Exclusive exclusive = Exclusive::no;
    bool oversubscribe = false;
    bool contiguous = false;
    bool spread = false;
    bool use_min_nodes = false;
    SwitchesRequest switches;
    std::string node_list;     ///< -w
    std::string exclude_list;  ///< -x
    std::string constraint;
    std::string prefer;
    DependencyRequest dependency;
    bool kill_on_invalid_dep = false;
    ArrayRequest array;
    std::string licenses;
    std::string reservation;
    std::optional<bool> requeue;
    bool no_kill = false;
    bool block_distribution = false;  ///< -m *:block

    /// The run time if nothing stops the job; array task t takes entry t modulo the count.
    std::vector<Seconds> run_times;
    /// Replaces `run_times` if the run time depends on the allocated nodes; else null.
    std::shared_ptr<PlacedWork const> work;
    std::int32_t exit_code = 0;
};

}  // namespace clustersim::slurm
