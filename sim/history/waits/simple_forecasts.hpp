// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/wait_cases.hpp"
#include "sim/history/waits/wait_forecast.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// With this confidence each end of the "binomial bound" lies outside of its quantile.
inline constexpr double bound_confidence = 0.95;
/// The latest waits of a class that count.
inline constexpr std::size_t class_waits = 400;

/// Whether two jobs are of the same queue, size class and class of walltime.
bool same_class(WaitCase const& a, WaitCase const& b);

/// Forecasts without learning, from waits that had ended before the forecast:
///
/// - "constant": quantiles of all earlier waits, renewed at each block
/// - "last 400 of the class": quantiles of the latest waits of the same queue, size class and class of walltime
/// - "last 50 of the user": those of the same queue and user (or account)
/// - "binomial bound": of the last 400 of the class, the bounds of the 5 and 95 % quantiles with 95 % confidence each
///   (quantile_bound.hpp) and the quantiles between them
///
/// A class without waits gets the constant; so does the bound with fewer than 59 waits. Waits that
/// start at the same instant count in the order of the cases.
std::vector<MethodForecasts> simple_forecasts(WaitCases const& cases, WaitWalk const& walk);

}  // namespace clustersim
