// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/bounded_wait.hpp"

#include "sim/history/waits/simple_forecasts.hpp"
#include "sim/history/waits/wait_forecast.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/stats/quantile_bound.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

std::optional<BoundedWait> bound_of(std::vector<double> waits, double log_waited) {
    // A new job has waited for 0 s, which says nothing.
    if (log_waited > 0.0) std::erase_if(waits, [&](double one) { return one <= log_waited; });
    std::ranges::sort(waits);
    auto const low = quantile_lower_bound(waits, forecast_levels.front(), bound_confidence);
    auto const high = quantile_upper_bound(waits, forecast_levels.back(), bound_confidence);
    if (!low || !high) return std::nullopt;
    double const middle = median(waits);
    return BoundedWait{.low = *low, .median = middle, .high = *high, .waits = std::move(waits)};
}

}  // namespace

std::optional<BoundedWait>
bounded_wait(WaitCases const& cases, WaitCase const& asked, double log_waited, Instant now) {
    std::vector<WaitCase const*> ended;
    for (WaitCase const& one : cases.cases)
        if (one.has_ended(now)) ended.push_back(&one);
    std::ranges::stable_sort(ended, {}, &WaitCase::start);
    std::vector<double> all;
    std::vector<double> of_class;
    for (auto one = ended.rbegin(); one != ended.rend(); ++one) {
        all.push_back((*one)->log_wait());
        if (of_class.size() < class_waits && same_class(**one, asked))
            of_class.push_back(all.back());
    }
    if (auto bound = bound_of(std::move(of_class), log_waited)) return bound;
    auto bound = bound_of(std::move(all), log_waited);
    if (bound) bound->of_class = false;
    return bound;
}

}  // namespace clustersim
