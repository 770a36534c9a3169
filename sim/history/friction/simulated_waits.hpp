// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/friction.hpp"
#include "sim/history/past_job.hpp"
#include "sim/study/work.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

// The wait of a job of a log by simulation, from what was known at its submission.
//
//   state            the jobs that ran and waited then, on N nodes that are only counted, under EASY backfilling (counted_queue.hpp)
//   run times        of all jobs that have not ended: the share of the limit that the user's ended jobs ran (at least ten,
//                    else the jobs of all users), given the time so far (conditional_value.hpp)
//   later jobs       those submitted in one of the last eight weeks, each equally likely, from the same hour and weekday on
//                    (none in the first week), unless a quarter more jobs wait than at first (at least 50 more)
//   with friction    losses and closures (friction_ahead.hpp), limits of users and queues, and the inferred order
//
// Domain: rigid jobs on nodes of one kind. The order of the site's scheduler is that of submission, as far as nothing else is
// inferred.

struct SimulationOptions {
    std::size_t samples = 40;
    std::uint64_t seed = 1;
    Work work;  ///< counts jobs
};

/// The length of the past from which friction and run times are inferred.
inline constexpr Seconds friction_memory{60 * 86'400};
/// A sample without a start ends after this time, and counts as a wait of this length.
inline constexpr Seconds simulated_horizon{14 * 86'400};

/// A job whose wait is simulated, and the instant, not after its submission, at which friction and
/// run times were inferred from the past.
struct AskedWait {
    std::size_t job = 0;
    Instant known_until;
};

struct SimulatedWaits {
    std::vector<std::vector<std::int64_t>> clean,
        with_friction;                ///< by question and sample; seconds
    std::vector<Friction> frictions;  ///< one for each distinct known_until, in their order
};

/// Simulates the waits of `asked`, which are sorted by job and by known_until, with and without
/// friction. Nothing in the past that is later than a question is used for it. `nodes`: of the
/// machine; absent: the most in use at once so far. The answer does not depend on the number of
/// workers. Interrupted: nothing.
std::optional<SimulatedWaits> simulated_waits(Past const& log,
                                              std::optional<std::int64_t> nodes,
                                              std::span<AskedWait const> asked,
                                              SimulationOptions const& options);

}  // namespace clustersim
