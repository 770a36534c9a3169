// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/preempt_mode.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

enum class PartitionState { up, down, drain, inactive };
enum class OverSubscribe { no, exclusive, yes, force };

/// A weight of TRESBillingWeights: Mem=0.25G is {"mem", 0.25 / 1024} per MB.
using TresWeights = std::vector<std::pair<std::size_t, double>>;

/// A PartitionName= line of slurm.conf (spec 1.3). Time limits are in whole minutes; an absent
/// max_minutes is UNLIMITED.
struct Partition {
    std::string name;
    std::vector<std::int32_t> nodes;  ///< node indices, ascending, no repeats
    bool is_default = false;
    bool hidden = false;
    bool root_only = false;
    bool requires_reservation = false;  ///< ReqResv
    PartitionState state = PartitionState::up;
    std::int32_t priority_tier = 1;
    std::int32_t priority_job_factor = 1;
    std::optional<std::int64_t> max_minutes;
    std::optional<std::int64_t> default_minutes;
    std::optional<std::int64_t> over_time_minutes;  ///< OverTimeLimit; -1: UNLIMITED
    std::int32_t min_nodes = 0;
    std::optional<std::int32_t> max_nodes;
    std::optional<std::int32_t> max_cpus_per_node;
    OverSubscribe oversubscribe = OverSubscribe::no;
    std::int32_t max_share = 1;  ///< n of YES:n or FORCE:n; 4 if not written
    bool exclusive_user = false;
    bool lln = false;
    std::string qos;                          ///< partition QOS
    std::vector<std::string> allow_accounts;  ///< empty: ALL
    std::vector<std::string> deny_accounts;
    std::vector<std::string> allow_qos;
    std::vector<std::string> deny_qos;
    std::vector<std::string> allow_groups;
    TresWeights billing_weights;
    std::optional<std::int64_t> def_mem_per_cpu_mb, def_mem_per_node_mb, def_mem_per_gpu_mb;
    std::optional<std::int64_t> max_mem_per_cpu_mb, max_mem_per_node_mb;
    std::optional<std::int32_t> def_cpu_per_gpu;
    std::optional<PreemptMode> preempt_mode;
    std::int64_t grace_seconds = 0;

    friend bool operator==(Partition const&, Partition const&) = default;
};

}  // namespace clustersim::slurm
