// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/waits_model.hpp"

#include <string>

namespace clustersim {

/// What a model learned from, and how good its forecasts were. Times are UTC.
std::string waits_model_text(WaitsModel const& model);

/// One line: on how many past jobs a walk without their future was scored, and with which result.
std::string walk_score_text(WaitScore const& score, std::size_t days);

}  // namespace clustersim
