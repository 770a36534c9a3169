// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/billing_rule.hpp"
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
};

struct Qos {
    std::string name;
    double priority = 0.0;
    Limits limits;
    bool preemptible = false;
};

/// Nodes of one type under one queue. Where a site's Slurm partition holds several node types, each
/// is a Partition here with the same `slurm_name`, told apart by a `constraint`.
struct Partition {
    std::string name;
    std::string slurm_name;  ///< what `sbatch -p` takes
    std::string constraint;  ///< what `sbatch -C` needs besides, empty when nothing
    std::string node_type;   ///< key into System::node_types
    int nodes = 0;
    bool exclusive = false;   ///< whole nodes only
    bool is_default = false;  ///< the partition a scenario gets when it names none
    std::optional<Seconds> default_time;
    Limits limits;
    std::vector<Qos> qos;
    BillingRule billing;
    double priority_tier = 1.0;
};

}  // namespace clustersim
