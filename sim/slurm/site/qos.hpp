// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/limits.hpp"
#include "sim/slurm/site/preempt_mode.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Flags of a QOS (spec 1.4.3).
struct QosFlags {
    bool deny_on_limit = false;
    bool over_part_qos = false;
    bool no_reserve = false;
    bool no_decay = false;
    bool enforce_usage_threshold = false;
    bool partition_min_nodes = false;  ///< overrides the partition's MinNodes
    bool partition_max_nodes = false;
    bool partition_time_limit = false;
    bool requires_reservation = false;
    bool usage_factor_safe = false;

    friend bool operator==(QosFlags const&, QosFlags const&) = default;
};

/// A quality of service as sacctmgr shows it (spec 1.4).
struct Qos {
    std::string name;
    std::int64_t priority = 0;
    double usage_factor = 1.0;
    std::optional<double> usage_threshold;
    std::optional<double> limit_factor;
    std::int64_t grace_seconds = 0;
    std::vector<std::string> preempt;  ///< QOS whose jobs may be preempted by jobs of this one
    std::optional<PreemptMode> preempt_mode;
    bool preempt_within = false;  ///< PreemptMode=…,WITHIN
    std::optional<std::int64_t> preempt_exempt_seconds;
    std::optional<std::int64_t> min_prio_threshold;
    QosFlags flags;
    GroupLimits group;
    JobLimits job;
    TresLimits max_tres_per_user, max_tres_per_account;
    TresLimits min_tres_per_job;
    std::optional<std::int64_t> max_jobs_per_user, max_jobs_per_account;
    std::optional<std::int64_t> max_submit_per_user, max_submit_per_account;
    std::optional<std::int64_t> max_accrue_per_user, max_accrue_per_account;

    friend bool operator==(Qos const&, Qos const&) = default;
};

}  // namespace clustersim::slurm
