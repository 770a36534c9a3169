// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/past_queue.hpp"
#include "sim/history/friction/user_limits.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// How much earlier than by their submission the jobs of a queue or a user come in the order of starts.
struct OrderOffset {
    bool of_user = false;      ///< else of a queue
    std::uint32_t name = 0;    ///< position in PastQueue::users or queues
    std::int64_t ahead_s = 0;  ///< as if submitted so much earlier; negative: later
    std::size_t pairs =
        0;  ///< starts in place of a waiting job, in which one of both is of that name
    double misordered = 0.0;       ///< share of the pairs that the order of submission gets wrong
    double misordered_with = 0.0;  ///< with the offset
    std::size_t days = 0;
};

// Equation. Each start of a job k in place of a waiting job w, which is neither larger nor longer (past_queue.hpp), says
// that k came before w in the order of the queue. With the order submit - ahead(queue) - ahead(user), an offset o of one name
// is right about such a pair if
//
//   k is of the name, w is not    o > submit_k - submit_w
//   w is of the name, k is not    o < submit_w - submit_k
//
// and the offset is the one with the fewest wrong pairs, in the middle if several are equally good:
// one name after the other, the one that corrects most pairs first, with all others given; queues
// before users (at most twenty of each). An offset counts if there are 50 pairs on five days, and if
// it corrects at least half of the pairs that are wrong without it, and at least a tenth of all
// pairs. Jobs of users at a limit do not count. Domain: priorities that are the same all the time;
// fair share, which changes with use, is seen only as far as it always favours the same people.
std::vector<OrderOffset> order_offsets(PastQueue const& past, std::vector<UserLimit> const& limits);

}  // namespace clustersim
