// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/outcome.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// The quantiles of a time that some replicates never reach the end of.
struct TimeRange {
    std::optional<Duration> median;  ///< nothing: endless
    std::optional<Duration> low;
    std::optional<Duration> high;
};

/// "11 s (0 s – 1 h 15 min)". A quantile that no replicate bounds is "never"; where some replicates never started,
/// how many. "unknown" of a job without replicates.
std::string range_text(TimeRange const& range, JobOutcome const& outcome);

}  // namespace clustersim
