// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/results/metrics.hpp"
#include "sim/slurm/controller/failure_log.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// One trace under one policy.
struct ReplaySummary {
    std::string trace;
    std::string policy;
    std::string rules = {};  ///< of the emulated Slurm; empty under another policy
    std::int32_t processors = 0;
    Metrics metrics;                                                ///< of the jobs that ran
    std::vector<std::pair<std::string, std::int64_t>> states = {};  ///< of all jobs, if known
    std::optional<double> recorded_mean_wait_s = {};                ///< in the trace, if stated
    std::optional<slurm::FailureTotals> failures = {};  ///< of nodes, if the policy has some
};

}  // namespace clustersim
