// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/batch_model.hpp"
#include "sim/workload/sample_batch.hpp"

#include <array>
#include <cstddef>
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

/// What users bring: the activity is the number of batches. Relative error below 1 %, from a table of run times. A few users of
/// very different activity bring far more or less work than the model does on average, so that a load can be met only by
/// counting who they are.
class UserRates {
  public:
    /// Runs are cut at the limit. The model has users.
    UserRates(BatchModel const& model, Seconds limit, UnitsOfClass const& units);

    [[nodiscard]] BatchRate of(UserStyle const& user) const;
    /// The sum: the average over the batches if all activity together is 1.
    [[nodiscard]] BatchRate of(std::span<UserStyle const> users) const;

    static constexpr double farthest = 6.0;  ///< standard deviations that tables cover, either side
    static constexpr std::size_t users_per_unit =
        10;  ///< values of a table for each standard deviation
    static constexpr std::size_t user_steps = 121;

  private:
    struct OfClass {
        double share = 0.0;  ///< of the batches
        double jobs = 0.0;   ///< of a batch
        double units = 0.0;  ///< of a job
        std::array<double, user_steps>
            log_runs{};  ///< ln of the mean run in s, by the user's deviation
    };
    double usual_size_;
    std::vector<OfClass> classes_;
};

}  // namespace clustersim
