// SPDX-License-Identifier: Apache-2.0
//
// The probability that a plan fits in memory.
//
// Equation. P = Phi(ln(memory / need) / s), as the logarithm of a measured over a predicted peak is normal with mean 0 and
// width s = `peak_spread`.
// Source. 66 measured peaks above 20 GB in the sets `bloom` (38 runs on A100) and `memory` (28 runs of Hugging Face's Trainer
// and torchtitan on H100) of `clustersim validate`: what allocators reserved, so what they hold in vain is part of it. Every
// second row gives s = 0.060. Of the others, 91 % lie below the need that P = 90 % stands for, 97 % below that of 95 % and
// 100 % below that of 99 % (docs/applications.md).
// Domain. Needs above 20 GB. Smaller ones are predicted too large, so P is too small for them.
#include "models/application/memory_fit.hpp"

#include <cmath>
#include <numbers>

namespace clustersim {

double fit_probability(Bytes need, Bytes device) {
    if (need <= Bytes{}) return 1.0;
    double const room = std::log(device / need) / peak_spread;
    return 0.5 * std::erfc(-room / std::numbers::sqrt2);
}

}  // namespace clustersim
