// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/adaptive_level.hpp"

#include <algorithm>

namespace clustersim {

void AdaptiveLevel::update(double missed) {
    level_ = std::clamp(level_ + step_ * (target_ - missed), 0.1 * target_, 5.0 * target_);
}

}  // namespace clustersim
