// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_summary.hpp"

#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>

namespace clustersim {

void summarise(StartForecast& out,
               ForecastQuestion const& question,
               Instant now,
               std::pair<double, double> shares) {
    std::vector<std::int64_t> waits;
    constexpr auto never = INT64_MAX;
    std::size_t by = 0;
    for (auto const& wait : out.waits) {
        waits.push_back(wait ? wait->count : never);
        if (wait && question.by && now + *wait <= *question.by) ++by;
    }
    std::ranges::sort(waits);
    auto const at = [&](double share) -> std::optional<Seconds> {
        auto const value = nearest_rank(waits, share);
        return value == never ? std::nullopt : std::optional(Seconds{value});
    };
    out.low = at(shares.first);
    out.median = at(0.5);
    out.high = at(shares.second);
    auto const count = static_cast<double>(waits.size());
    out.started =
        static_cast<double>(std::ranges::lower_bound(waits, never) - waits.begin()) / count;
    if (question.by) out.chance_by = static_cast<double>(by) / count;
}

std::vector<WaitReason> reason_shares(std::map<slurm::Reason, std::int64_t> const& seconds) {
    std::vector<WaitReason> out;
    std::int64_t total = 0;
    for (auto const& [reason, waited] : seconds) total += waited;
    for (auto const& [reason, waited] : seconds) {
        if (waited <= 0) continue;
        out.push_back({std::string(reason_name(reason)),
                       static_cast<double>(waited) / static_cast<double>(total)});
    }
    std::ranges::stable_sort(out, std::ranges::greater{}, &WaitReason::share);
    return out;
}

void compare_with(StartForecast const& asked, Seconds horizon, StartForecast& alternative) {
    std::vector<std::int64_t> gains;
    std::size_t sooner = 0;
    auto const wait = [&](std::optional<Seconds> const& one) {
        return one ? one->count : horizon.count;
    };
    for (std::size_t i = 0; i < alternative.waits.size(); ++i) {
        gains.push_back(wait(asked.waits[i]) - wait(alternative.waits[i]));
        sooner += gains.back() > 0 ? 1 : 0;
    }
    std::ranges::sort(gains);
    alternative.gain = Seconds{nearest_rank(gains, 0.5)};
    alternative.sooner = static_cast<double>(sooner) / static_cast<double>(gains.size());
}

}  // namespace clustersim
