// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/billing_rule.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Limits that a QOS (or a partition by itself) puts on one job.
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
    bool preemptible = false;  ///< its jobs are requeued for those of a QOS that preempts it
    std::vector<std::string> preempts;  ///< QOS of the same partition
    friend bool operator==(Qos const&, Qos const&) = default;
};

/// What the site gives a job that asks for accelerators and leaves the rest open.
struct JobDefaults {
    std::optional<int> cores_per_gpu;
    std::optional<Bytes> memory_per_gpu;
    std::optional<Bytes> memory_per_core;
};

/// What every job gets whatever it asks for.
struct FixedShare {
    int gpus = 1;
    int cores = 1;
};

/// The most that one job may have of each of its nodes (Slurm's MaxTRESPerNode); absent: all of it.
struct MaxTresPerNode {
    std::optional<int> cores;
    std::optional<Bytes> memory;
};

/// What becomes of running jobs when one of a partition of higher tier wants their nodes.
enum class PreemptedJobs { keep_running, requeue, cancel };

/// What a site keeps a partition for. Only `production`, and after it `on_request`, are ever chosen for
/// a job that names no partition.
enum class Purpose {
    production,
    test,          ///< debugging and short tests
    interactive,   ///< sessions, desktops, visualisation
    on_request,    ///< the operator opens it for a campaign or after a review
    restricted,    ///< some users only
    low_priority,  ///< leftover time: after the allocation is spent, or until a better job comes
    service,       ///< serial work, compilation, data transfer
};

/// Nodes of one type under one queue. Where a site's Slurm partition holds several node types, each
/// is a Partition here with the same `slurm_name`, told apart by a `constraint`.
struct Partition {
    std::string name;
    std::string slurm_name;  ///< what `sbatch -p` takes
    std::string constraint;  ///< what `sbatch -C` needs besides, empty when nothing
    std::string node_type;   ///< key into System::node_types
    int nodes = 0;
    int first_node = 0;      ///< so many nodes of the type stand before those of the partition
    bool exclusive = false;  ///< whole nodes only
    bool is_default =
        false;  ///< the partition a scenario gets when it names none and this admits its jobs
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
};

}  // namespace clustersim
