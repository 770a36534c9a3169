// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// Relative error of predicted peaks of memory: width of a normal distribution of the logarithm of measured over predicted.
inline constexpr double peak_spread = 0.06;

/// The probability that a plan with this predicted peak runs on a device with this memory.
double fit_probability(Bytes need, Bytes device);

}  // namespace clustersim
