// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/lost_capacity.hpp"
#include "sim/history/friction/past_queue.hpp"
#include "sim/history/friction/start_order.hpp"
#include "sim/history/friction/user_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// What a machine does in addition to its rules, as its past shows it: lower bounds, each with its
/// evidence.
struct Friction {
    std::int64_t from = 0, now = 0;       ///< seconds of the clock of the past
    std::optional<std::int64_t> nominal;  ///< nodes; absent: not known, or jobs share nodes
    std::int64_t most_in_use = 0;         ///< at once
    std::size_t jobs = 0, held_back = 0;
    std::vector<std::string> users, queues;  ///< names for the numbers below
    std::vector<ClosedQueue> closed;
    std::vector<LostCapacity> lost;
    std::vector<UserLimit> user_limits;
    std::vector<QueueLimit> queue_limits;
    std::vector<OrderOffset> offsets;

    [[nodiscard]] bool none() const {
        return closed.empty() && lost.empty() && user_limits.empty() && queue_limits.empty() &&
               offsets.empty();
    }
};

/// Infers the friction from what was known of a past at `now`, for the time since `from`.
/// `nominal`: nodes (or processors) of the machine. If more were in use at once for over 1 % of the
/// time, jobs share nodes or the number is wrong: then no capacity is inferred.
Friction
infer_friction(Past const& known, Instant from, Instant now, std::optional<std::int64_t> nominal);

/// What was inferred, with its evidence, and what could not be: one sentence each.
std::vector<std::string> describe(Friction const& friction);

}  // namespace clustersim
