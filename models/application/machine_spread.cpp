// SPDX-License-Identifier: Apache-2.0
//
// Where the range of a step comes from.
//
// Equation. A number x of the machine that may be off by a share s moves the step by
// |T(x (1 + s)) - T(x (1 - s))| / 2. Independent sources add up in quadrature.
// Source. Propagation of uncertainty, JCGM 100:2008 (GUM), 5.1.2, with finite differences.
// Domain. One plan. Errors of several numbers that were derived from one another are not independent.
#include "models/application/machine_spread.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace clustersim {
namespace {

/// The step with one number multiplied; `otherwise` if the plan then does not fit.
Duration time_with(UncertainNumber const& number,
                   double factor,
                   Application const& application,
                   Platform platform,
                   Plan const& plan,
                   Spread placement,
                   Duration otherwise) {
    number.scale(platform, factor);
    auto const step = step_time(application, platform, plan, placement);
    return step ? step->total : otherwise;
}

}  // namespace

std::vector<SpreadShare> spread_shares(Application const& application,
                                       Platform const& platform,
                                       Plan const& plan,
                                       StepTime const& step,
                                       std::span<UncertainNumber const> numbers,
                                       Spread placement) {
    FrameworkSpread const framework = framework_spread(step, application.training.framework);
    // Pilot runs on the machine include what its numbers miss.
    if (application.training.framework.pilot)
        return {{"pilot runs", "", framework.compute / step.total}};
    std::vector<SpreadShare> shares{{"compute rates", "", framework.compute / step.total},
                                    {"network rates", "", framework.network / step.total}};
    for (UncertainNumber const& number : numbers) {
        auto const at = [&](double factor) {
            return time_with(number, factor, application, platform, plan, placement, step.total);
        };
        Duration const apart = at(1.0 - number.spread) - at(1.0 + number.spread);
        shares.push_back({number.path, number.confidence, std::abs(apart / step.total) / 2.0});
    }
    constexpr double nothing = 1e-6;
    std::erase_if(shares, [](SpreadShare const& share) { return share.half < nothing; });
    std::ranges::stable_sort(shares, std::ranges::greater{}, &SpreadShare::half);
    return shares;
}

StepTime widened(StepTime step, std::span<SpreadShare const> shares) {
    double squares = 0.0;
    for (SpreadShare const& share : shares)
        if (!share.confidence.empty()) squares += share.half * share.half;
    Duration const machine = step.total * std::sqrt(squares);
    auto const end = [&](Duration model) { return seconds(std::hypot(model.si(), machine.si())); };
    step.low = step.total - std::min(step.total, end(step.total - step.low));
    step.high = step.total + end(step.high - step.total);
    return step;
}

}  // namespace clustersim
