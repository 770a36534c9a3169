// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_time.hpp"
#include "models/application/uncertain_numbers.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// What one source of uncertainty adds to the range of a step.
struct SpreadShare {
    std::string source;      ///< the path of a number, or "compute rates"
    std::string confidence;  ///< of the number, as its file says; empty for a model
    double half = 0.0;  ///< half of the range that this source alone would give, over the step time
};

/// The shares of the model and of each uncertain number in the range of `step`, the largest first, without those that
/// change nothing.
std::vector<SpreadShare> spread_shares(Application const& application,
                                       Platform const& platform,
                                       Plan const& plan,
                                       StepTime const& step,
                                       std::span<UncertainNumber const> numbers,
                                       Spread placement = Spread::compact);

/// The step with its range widened by the shares of numbers: independent sources add up in quadrature.
StepTime widened(StepTime step, std::span<SpreadShare const> shares);

}  // namespace clustersim
