// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/fit/log_batches.hpp"
#include "sim/workload/user_habits.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// What the fit of habits knows of each batch.
struct HabitData {
    JobLog const& log;
    std::span<LogBatch const> batches;
    std::vector<std::vector<std::size_t>> by_user;  ///< positions of the batches
    std::vector<std::size_t> size_class;            ///< of each batch
    std::vector<double> run_score;      ///< normal score of the run time of the first job
    std::vector<double> request_score;  ///< NaN: the batch says nothing about it
};

struct HabitFit {
    UserHabits habits;
    double activity_ks = 0.0;  ///< of the users' shares, from the most active one
    double think_ks = 0.0;
    std::size_t thinks = 0;  ///< think times that were found
};

/// The habits that explain the log: the spread of activity with the smallest distance to the users'
/// shares; the probability of a usual size from pairs of batches of a user that have equal sizes;
/// the users' share of the variance of scores from pairs of batches of a user; think times from the
/// end of all jobs before.
HabitFit fit_habits(HabitData const& data);

}  // namespace clustersim
