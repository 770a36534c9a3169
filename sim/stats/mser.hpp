// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace clustersim {

/// The number of first observations to leave out, so that the mean of the rest is the steady one: MSER-5 (K. P. White,
/// M. J. Cobb, S. C. Spratt, "A comparison of five steady-state truncation heuristics for simulation", WSC 2000). The
/// truncation point d minimises the sum of (y_j - mean)^2 over j >= d, divided by (n - d)^2, over means y of five
/// observations each. Nothing if the minimum is not in the first half, by the authors' rule, or with fewer than ten
/// means: then the series is too short or has no steady state.
std::optional<std::size_t> mser5(std::span<double const> observations);

}  // namespace clustersim
