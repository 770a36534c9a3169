// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "models/machine/billing_rule.hpp"
#include "models/machine/node_places.hpp"
#include "models/machine/recorded_wait.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Limits that a QOS (or a partition itself) sets for one job.
struct Limits {
    std::optional<int> min_nodes;
    std::optional<int> max_nodes;
    std::optional<int> max_gpus;
    std::optional<Seconds> max_time;
    std::optional<int> max_submitted;  ///< per user
    std::optional<int> max_running;    ///< per user
    friend constexpr bool operator==(Limits const&, Limits const&) = default;
};

struct Qos {
    std::string name;
    double priority = 0.0;
    Limits limits;
    bool preemptible =
        false;  ///< its jobs are requeued if a job of a QOS that preempts it needs their nodes
    std::vector<std::string> preempts;  ///< QOS of the same partition
    friend bool operator==(Qos const&, Qos const&) = default;
};

/// Resources that the site gives a job that requests accelerators and nothing else.
struct JobDefaults {
    std::optional<int> cores_per_gpu;
    std::optional<Bytes> memory_per_gpu;
    std::optional<Bytes> memory_per_core;
};

/// Resources that every job gets, whatever it requests.
struct FixedShare {
    int gpus = 1;
    int cores = 1;
};

/// The most that one job may have of each of its nodes (Slurm's MaxTRESPerNode); absent: no limit.
struct MaxTresPerNode {
    std::optional<int> cores;
    std::optional<Bytes> memory;
};

/// The other jobs that usually run and wait in a partition: a mix of workloads/mixes, and either the requested time of
/// the pending jobs per node or the offered work over the partition's capacity. With neither, the backlogs are those
/// recorded on comparable machines (workloads/backlogs.yaml).
struct TypicalBackground {
    std::string mix;
    std::optional<Backlog> backlog;
    std::optional<double> load;
};

/// What happens to running jobs if a job of a partition with a higher tier needs their nodes.
enum class PreemptedJobs { keep_running, requeue, cancel };

/// The purpose of a partition at its site. A job that names no partition only goes to `production` or,
/// after it, `on_request`.
enum class Purpose {
    production,
    test,         ///< debugging and short tests
    interactive,  ///< sessions, desktops, visualisation
    on_request,   ///< opened by the operator for a campaign or after a review
    restricted,   ///< some users only
    low_priority,  ///< leftover time: after the allocation is spent, or until a more important job comes
    service,       ///< serial work, compilation, data transfer
    quantum,       ///< hands circuits to a quantum computer; its nodes compute little themselves
};

/// Nodes of one type in one queue. If a site's Slurm partition holds several node types, each of
/// them is a Partition here with the same `slurm_name` and a different `constraint`.
struct Partition {
    std::string name;
    std::string slurm_name;  ///< argument of `sbatch -p`
    std::string constraint;  ///< additional argument of `sbatch -C`; empty if none
    std::string node_type;   ///< key into System::node_types
    int nodes = 0;
    NodePlaces places;       ///< among the nodes of the type
    bool exclusive = false;  ///< whole nodes only
    bool is_default =
        false;  ///< the partition of a scenario that names none, if it admits the jobs
    Purpose purpose = Purpose::production;
    std::optional<Seconds> default_time;
    Limits limits;
    std::vector<Qos> qos;
    BillingRule billing;
    int priority_tier = 1;
    int priority_factor = 1;
    PreemptedJobs preempted_jobs = PreemptedJobs::keep_running;
    std::string reservation;  ///< the standing reservation that its jobs must name; empty: none
    JobDefaults defaults;
    std::optional<FixedShare> fixed;
    MaxTresPerNode max_tres_per_node;
    std::optional<TypicalBackground> background;
    std::vector<RecordedWait> waits;  ///< that were published or recorded there
};

}  // namespace clustersim
