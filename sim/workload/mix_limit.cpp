// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix_limit.hpp"

#include <cmath>
#include <variant>

namespace clustersim {

std::optional<Mix> with_limit(Mix const& mix, Seconds limit) {
    auto const* model = std::get_if<BatchModel>(&mix.source);
    if (model == nullptr || !mix.request.limit || limit >= *mix.request.limit) return std::nullopt;
    double const share =
        static_cast<double>(limit.count) / static_cast<double>(mix.request.limit->count);
    Mix shorter = mix;
    for (SizeClass& size : std::get<BatchModel>(shorter.source).classes)
        for (RunComponent& run : size.runs) run.mu += std::log(share);
    for (RequestChoice& choice : shorter.request.menu)
        choice.walltime = round_up(share * choice.walltime.duration());
    shorter.request.limit = limit;
    return shorter;
}

}  // namespace clustersim
