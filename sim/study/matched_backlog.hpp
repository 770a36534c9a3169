// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "models/machine/recorded_wait.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

// The backlog of a partition from waits that were recorded there: approximate Bayesian computation.
//
//   prior       ln(backlog) normal around the usual one of comparable machines, with their spread; six values, each
//               twice the one before, from an eighth of the usual backlog to four times it
//   simulation  each request of the records is tried at three instants of three queues for each value
//   likelihood  of a wait w: mean over the nine simulated ones s of the normal density of y(w) - y(s), y = log10(w + 1 min),
//               standard deviation 0.5 (a factor of three); of a bound: of the normal distribution. The records of one date
//               share a queue, so their mean logarithm counts as one record
//   range       the quantiles 1/6, 1/2 and 5/6 of the posterior, linear in the logarithm within a value's cell
//
// Valid where the model of users who react, which has one free number, is valid. Records that no
// value explains are reported.

/// What nine simulated waits at one backlog say of each record.
struct TriedBacklog {
    Duration backlog{};
    std::vector<std::vector<double>> waits;  ///< s, by record; infinite if the job never started
};

struct MatchedBacklog {
    Backlog range;
    std::string basis;     ///< "from 12 recorded waits of 2025"
    Diagnostics warnings;  ///< records that contradict each other, or that no backlog explains
};

/// The posterior from simulations; `prior` is a range.
MatchedBacklog match_backlog(Backlog const& prior,
                             std::span<RecordedWait const> records,
                             std::span<TriedBacklog const> tried);

}  // namespace clustersim
