// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/past_queue.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim {

/// A limit of what a user runs at once, as the past shows it.
struct UserLimit {
    std::uint32_t user = 0;            ///< position in PastQueue::users
    std::optional<std::int64_t> jobs;  ///< one of the two
    std::optional<std::int64_t> nodes;
    std::size_t at_limit =
        0;  ///< starts of others in place of the user's waiting jobs, at the limit
    std::size_t below_limit = 0;  ///< and below it
    std::size_t days = 0;         ///< on which there was one at the limit
    std::size_t released = 0;     ///< starts within ten minutes after the user's own jobs ended
};

/// The limit of all users of a queue: the same number for three of its users, and nobody runs more there.
struct QueueLimit {
    std::uint32_t queue = 0;
    std::int64_t jobs = 0;
    std::size_t users = 0;  ///< with that limit
};

// Evidence. Each time that a later job of another user starts in place of a waiting one of user u (past_queue.hpp), it counts
//
//   at the limit      if u runs K jobs, the most that u ever runs; or if the waiting job would bring u above G nodes, the most
//                     that u ever uses
//   below the limit   else
//
// once for each start and user. K (else G) is a limit if at least ten such starts on three days were at it, at most a tenth as many
// below it, and at least three times a job of u that had waited ten minutes started within ten minutes after one of u's own
// ended. Domain: limits that were the same all the time. Limits of groups, of core hours and of submitted jobs are not
// seen, nor those that nobody reached. A user whose priority is always low may look limited: then starts below K differ.

std::vector<UserLimit> user_limits(PastQueue const& past);

std::vector<QueueLimit> queue_limits(PastQueue const& past, std::vector<UserLimit> const& users);

}  // namespace clustersim
