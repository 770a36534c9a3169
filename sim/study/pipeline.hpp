// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/starts.hpp"

#include <optional>
#include <span>

namespace clustersim {

/// All jobs of a run in which jobs wait for others.
struct PipelineAnswer {
    int tasks = 0;         ///< of all jobs
    SampleRange makespan;  ///< from their submission to the last end, over the replicates
    std::optional<double> gpu_hours;
    std::optional<double> node_hours;
    std::optional<double> billed;  ///< in the site's unit
    std::optional<double> energy;  ///< in joules
};

/// Their makespan, and the sums of their costs.
PipelineAnswer pipeline_of(std::span<JobOutcome const> outcomes);

}  // namespace clustersim
