// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "models/application/step_time.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// A plan with the same batch on the same devices that is much faster than a given one.
struct FasterPlan {
    std::string changes;  ///< the parts that differ: "mb=8"
    double speed = 1.0;   ///< its throughput over that of the given plan
    bool host = false;    ///< the given plan waits for the host more than for anything else
};

/// The search behind it takes milliseconds. If another micro-batch alone brings most of the gain, only that is named.
/// Nothing if the gain is below 15 %, or for a model that is not searched.
std::optional<FasterPlan> faster_plan(Application const& application,
                                      Platform const& platform,
                                      Plan const& plan,
                                      StepTime const& step);

/// "waits for the host: mb=8 is 2.9 times as fast".
std::string in_words(FasterPlan const& faster);

}  // namespace clustersim
