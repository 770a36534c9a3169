// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/batch_model.hpp"
#include "sim/workload/sample_batch.hpp"

#include <functional>
#include <span>

namespace clustersim {

/// What one batch brings on average.
struct BatchRate {
    double jobs = 0.0;
    double work = 0.0;  ///< unit-seconds
};

/// Units that a job of a class occupies.
using UnitsOfClass = std::function<double(SizeClass const&)>;

/// The average over the batches of these users, with runs cut at a limit. A few users of very
/// different activity bring far more or less work than the model does on average, so that a load
/// can be met only by counting who they are. Relative error below 1 %, from a table of run times.
BatchRate rate_of_users(BatchModel const& model,
                        std::span<UserStyle const> users,
                        Seconds limit,
                        UnitsOfClass const& units);

}  // namespace clustersim
