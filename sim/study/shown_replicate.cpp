// SPDX-License-Identifier: Apache-2.0
#include "sim/study/shown_replicate.hpp"

#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

double lower_median(std::span<double const> waits) {
    std::vector<double> ascending(waits.begin(), waits.end());
    std::ranges::sort(ascending);
    return ascending[(ascending.size() - 1) / 2];
}

}  // namespace

std::uint64_t median_replicate(std::span<double const> waits) {
    if (waits.empty()) return 0;
    auto const found = std::ranges::find(waits, lower_median(waits));
    return static_cast<std::uint64_t>(found - waits.begin());
}

ShownReplicate shown_replicate(std::span<RunAnswer const* const> runs) {
    ShownReplicate shown;
    double longest = -1.0;
    for (RunAnswer const* run : runs) {
        for (JobOutcome const& outcome : run->outcomes) {
            auto const waits = replicate_waits(outcome.samples, outcome.tasks);
            if (waits.empty() || lower_median(waits) <= longest) continue;
            longest = lower_median(waits);
            shown = {median_replicate(waits),
                     waits.size(),
                     outcome.job + (run->label.empty() ? "" : ", " + run->label)};
        }
    }
    return shown;
}

std::string shown_text(ShownReplicate const& shown) {
    if (shown.of == 0) return fmt::format("replicate {}", shown.number);
    if (shown.of == 1) return "the only replicate";
    return fmt::format("replicate {} of {} (from 0), the one with the median wait of {}",
                       shown.number,
                       shown.of,
                       shown.whose);
}

}  // namespace clustersim
