// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// The level of one tail of a prediction range that follows the misses of the past: level += step * (target - missed).
/// Whatever the data do, the long-run share of misses then approaches the target, because a tail that misses too often
/// gets a lower level and so a wider range.
///
/// Source: I. Gibbs and E. Candes, Adaptive conformal inference under distribution shift, NeurIPS
/// 2021, arXiv:2106.00170. Here one update is a block of forecasts with the share of them that
/// missed, and the level stays between a tenth of the target and five times the target.
class AdaptiveLevel {
  public:
    AdaptiveLevel(double target, double step) : target_(target), step_(step), level_(target) {}

    /// Takes the share of the forecasts of a block that missed on this side.
    void update(double missed);
    [[nodiscard]] double level() const { return level_; }

  private:
    double target_;
    double step_;
    double level_;
};

}  // namespace clustersim
