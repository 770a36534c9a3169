// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/batch_model.hpp"
#include "sim/workload/sample_batch.hpp"

#include <functional>
#include <span>
#include <vector>

namespace clustersim {

/// What batches bring on average: one batch, or those that a user submits in a second.
struct BatchRate {
    double jobs = 0.0;
    double work = 0.0;  ///< unit-seconds
};

/// Units that a job of a class occupies.
using UnitsOfClass = std::function<double(SizeClass const&)>;

/// What each of these users brings, with runs cut at a limit: the activity is the number of batches. Relative error
/// below 1 %, from a table of run times.
std::vector<BatchRate> rates_by_user(BatchModel const& model,
                                     std::span<UserStyle const> users,
                                     Seconds limit,
                                     UnitsOfClass const& units);

/// The sum of these rates: the average over the batches if all activity together is 1. A few users of very different
/// activity bring far more or less work than the model does on average, so that a load can be met only by counting who
/// they are.
BatchRate rate_of_users(BatchModel const& model,
                        std::span<UserStyle const> users,
                        Seconds limit,
                        UnitsOfClass const& units);

}  // namespace clustersim
