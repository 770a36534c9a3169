// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"
#include "sim/workload/sample_batch.hpp"
#include "sim/workload/user_rate.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <variant>

namespace clustersim {

// How many users keep the backlog of a partition at the dial, and how fast they are. The work that joins the queue is the
// capacity when half of the attempts join:
//
//   sum over users of W_i / (2 T_i + (1 - overlap)(dial R / L + R)) = capacity
//
// W_i is the mean work of a batch of the user, T_i the mean think time, R the mean run, L the mean
// request: the backlog counts requests, but melts as fast as the jobs really run. The number of
// users solves the equation for users of average size and run time whose think times are those of
// the mix. The users sampled for a replicate have far more or less work, so their think times are
// scaled until the equation holds for them, too.

/// True if the mix says how its users behave.
bool has_reacting_users(Mix const& mix);

/// How many users of average work keep a partition busy when half of their attempts join; 10 to 200,000. The mix has
/// reacting users.
std::int32_t users_needed(Mix const& mix, PartitionShape const& partition, Duration dial);

/// The users who keep the backlog of a partition at the dial, before any is sampled: what all samples have in common. The
/// mix has reacting users.
struct LoopUsers {
    LoopUsers(std::shared_ptr<Mix const> const& mix,
              PartitionShape const& partition,
              Duration dial);

    std::shared_ptr<Mix const> mix;  ///< with as many users as are needed
    PartitionShape partition;
    Duration dial;
    double think =
        0.0;  ///< s between two attempts to join, of the user whose batch a random one is
    double inside = 0.0;  ///< s waiting for the jobs and their run time, on average over batches
    UserRates rates;

    [[nodiscard]] BatchModel const& model() const { return std::get<BatchModel>(mix->source); }
    /// The factor with which the equation holds for these users: a user's think times are those of
    /// the mix times this factor, divided by the user's activity. For the user to whom a random
    /// batch belongs, they are at least a hundredth and at most a hundred times as long as those of
    /// the mix.
    [[nodiscard]] double think_scale(std::span<UserStyle const> users) const;
};

}  // namespace clustersim
