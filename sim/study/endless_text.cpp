// SPDX-License-Identifier: Apache-2.0
#include "sim/study/endless_text.hpp"

#include "sim/core/human.hpp"
#include "sim/scenario/starts.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

std::string or_never(std::optional<Duration> const& time) {
    return time ? human(*time) : "never";
}

}  // namespace

std::string range_text(TimeRange const& range, JobOutcome const& outcome) {
    if (outcome.samples.empty()) return "unknown";
    Starts const starts = starts_of(outcome);
    bool const nowhere = !range.median && !range.low && !range.high;
    if (starts.never_started() || (starts.always_started() && nowhere)) return "never";
    bool const bounded = range.median && range.low && range.high;
    if (starts.always_started() && bounded) {
        return starts.replicates == 1 ? human(*range.median)
                                      : human_range(*range.median, *range.low, *range.high);
    }
    std::string const quantiles = fmt::format(
        "{} ({} – {})", or_never(range.median), or_never(range.low), or_never(range.high));
    if (starts.always_started()) return quantiles;
    return fmt::format(
        "{}, {} of {} replicates never started", quantiles, starts.never(), starts.replicates);
}

}  // namespace clustersim
