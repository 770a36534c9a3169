// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/starts.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

struct ChargedAmount {
    double amount = 0.0;
    std::string unit;  ///< "core-h"
};

/// All jobs of a run in which jobs wait for others.
struct PipelineAnswer {
    int tasks = 0;         ///< of all jobs
    SampleRange makespan;  ///< from their submission to the last end, over the replicates
    std::optional<double> gpu_hours;
    std::optional<double> node_hours;
    std::vector<ChargedAmount>
        charges;                   ///< one for each unit of the site, in the order of the jobs
    std::optional<double> energy;  ///< in joules
    std::string device;            ///< what gpu_hours are hours of: "GPU" or "GCD"

    /// The charge of a run whose jobs are all billed in one unit.
    [[nodiscard]] std::optional<double> billed() const {
        return charges.size() == 1 ? std::optional(charges.front().amount) : std::nullopt;
    }
};

/// Their makespan, and the sums of their costs.
PipelineAnswer pipeline_of(std::span<JobOutcome const> outcomes);

}  // namespace clustersim
