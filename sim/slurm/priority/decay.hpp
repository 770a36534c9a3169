// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cmath>
#include <cstdint>

namespace clustersim::slurm {

/// Decay of recorded usage, spec 5.4: usage of t seconds ago is multiplied by D^t, with D = 1 -
/// 0.693 / half-life. The constant is Slurm's own 0.693, not ln 2: after a half-life of one week
/// the factor is 0.50007. A half-life of 0 seconds switches decay off.
class Decay {
  public:
    Decay() = default;
    explicit Decay(Seconds half_life)
        : per_second_(half_life.count > 0 ? 1.0 - 0.693 / static_cast<double>(half_life.count)
                                          : 1.0) {}

    /// D: the factor for one second.
    [[nodiscard]] double per_second() const { return per_second_; }
    /// D^elapsed.
    [[nodiscard]] double over(Seconds elapsed) const {
        return per_second_ == 1.0 ? 1.0 : std::pow(per_second_, static_cast<double>(elapsed.count));
    }

  private:
    double per_second_ = 1.0;
};

}  // namespace clustersim::slurm
