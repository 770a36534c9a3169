// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace clustersim {

/// Workers that repeat a round: each works alone for `think_s`, then passes stations that serve one worker at a time.
/// Rounds per second of `customers` workers, by exact mean value analysis (Reiser and Lavenberg, "Mean-value analysis of
/// closed multichain queuing networks", 1980).
double closed_throughput(double think_s, std::span<double const> work_s, int customers);

}  // namespace clustersim
