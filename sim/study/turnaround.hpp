// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/starts.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace clustersim {

/// The sources of uncertainty that vary; the others are at their middle.
struct Varying {
    bool queue = true;  ///< the replicates
    bool model = true;  ///< the run time: the same factor of the run time in all replicates
};

/// Quantiles of the times from submission to end; for several tasks, of their median in each
/// replicate. The median is that of the replicates at the predicted run time. A job that was
/// cancelled or never ended has none; the run time of a job with several runs does not vary.
SampleRange turnaround_range(JobOutcome const& outcome, Varying varying = {});

/// The same from the submission to the last end of a task. Of a run over several submissions: range of last_ends().
SampleRange makespan_range(JobOutcome const& outcome);

/// The time of one sample from its submission to the end of the work, at the predicted run time: of a run over several
/// submissions, one of its forecast calendar times after the instant from which its first submission was eligible.
/// Nothing if the work never ends or has no forecast.
std::optional<Duration> whole_turnaround(JobOutcome const& outcome, std::size_t sample);

/// The longest of these times among the tasks of each replicate, in seconds; infinite if one never ends.
std::vector<double> last_ends(JobOutcome const& outcome);

/// The 95 % quantile minus the 5 % quantile of the turnaround, or of the calendar time of a job
/// with checkpoints, if only one source varies. Nothing if the source does not apply or a quantile
/// has no value.
struct TurnaroundSpread {
    std::optional<Duration> queue;
    std::optional<Duration> model;
    std::optional<Duration> failures;  ///< of jobs with checkpoints
};
TurnaroundSpread turnaround_spread(JobOutcome const& outcome);

}  // namespace clustersim
