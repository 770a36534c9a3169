// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/starts.hpp"

#include <optional>

namespace clustersim {

/// The sources of uncertainty that vary; the others are at their middle.
struct Varying {
    bool queue = true;  ///< the replicates
    bool model = true;  ///< the run time: the same factor of the run time in all replicates
};

/// Quantiles of the times from submission to end, of several tasks of their median in each replicate. The median is
/// that of the replicates at the predicted run time. A job that was cancelled or never ended has none; the run time
/// of a job with several runs does not vary.
SampleRange turnaround_range(JobOutcome const& outcome, Varying varying = {});

/// The same from the submission to the last end of a task.
SampleRange makespan_range(JobOutcome const& outcome);

/// The 95 % quantile less the 5 % quantile of the turnaround, or of the calendar time of a job with checkpoints, if
/// only one source varies. Nothing if the source does not apply or a quantile has no value.
struct TurnaroundSpread {
    std::optional<Duration> queue;
    std::optional<Duration> model;
    std::optional<Duration> failures;  ///< of jobs with checkpoints
};
TurnaroundSpread turnaround_spread(JobOutcome const& outcome);

}  // namespace clustersim
