// SPDX-License-Identifier: Apache-2.0
#include "sim/report/wait_range.hpp"

#include "sim/core/human.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/precision.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

/// A median whose own interval reaches over a larger factor says little; five minutes count as none.
constexpr double widest_factor = 2.0;

bool is_known(std::optional<MedianWait> const& wait) {
    constexpr double five_minutes = 300.0;
    return wait && wait->high.si() <= widest_factor * std::max(five_minutes, wait->low.si());
}

}  // namespace

std::string wait_range_alone(JobOutcome const& outcome) {
    auto const low = metric_named("wait_p5_s").value(outcome);
    auto const high = metric_named("wait_p95_s").value(outcome);
    Starts const starts = starts_of(outcome);
    if (starts.never_started()) return starts.given_up ? over_longest_wait() : "never starts";
    if (starts.given_up && low) return human(seconds(*low)) + " – " + over_longest_wait();
    if (!starts.always_started() || !low || !high) return "does not always start";
    if (*low == *high) return human(seconds(*low));
    return fmt::format("{} – {}", human(seconds(*low)), human(seconds(*high)));
}

std::string wait_text_of(JobOutcome const& outcome) {
    // Without eight replicates there is no interval.
    if (!is_known(median_wait(outcome.samples, outcome.tasks))) return wait_range_alone(outcome);
    return metric_text(metric_named("wait_median_s"), outcome).value_or("–");
}

}  // namespace clustersim
