// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"

#include <optional>

namespace clustersim {

/// What decides between machines that do equal work: its cost and the time on the nodes, without any wait.
struct Merit {
    Estimate<double> cost;  ///< device-hours; node-hours of a job without accelerators
    Estimate<double> time;  ///< s; of all submissions of a job with checkpoints

    /// Whether the stated uncertainty of the models leaves open which of the two costs less.
    [[nodiscard]] bool as_good_as(Merit const& other) const;
};

/// Nothing for a job that does not start in every replicate, or has no cost.
std::optional<Merit> merit_of(JobOutcome const& outcome);

}  // namespace clustersim
