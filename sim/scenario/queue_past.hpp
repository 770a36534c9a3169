// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/slurm_setup.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/workload/closed_loop.hpp"
#include "sim/workload/rough_queue.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

// What runs, waits and was used when a simulation begins, so that it need not begin with an empty machine: the same jobs
// in a queue that only counts nodes (sim/workload/rough_queue.hpp), two weeks up to the beginning. What runs then is
// submitted at the origin with the rest of its run time and limit, and has a quarter of an hour to start; then what waits
// is submitted, and the users go on where they were.

/// The time for which the queue is counted.
inline constexpr Seconds past_length{std::int64_t{14} * 86400};
/// What ran at the end of the past has started by then.
inline constexpr Seconds settling{900};
/// A shorter simulation before the first submission begins with an empty machine.
inline constexpr Seconds least_with_past{3600};

/// A job that ran or waited when the simulation begins.
struct PresentJob {
    Job job;  ///< as requested from the site; `submit` is when the simulation gets it
    std::uint32_t owner = 0;  ///< its user in the loop, or its position in the list of jobs
    Seconds elapsed{};        ///< of its run time and limit
    std::optional<Instant> waiting_since{};  ///< before the simulation began
};

/// The job with the rest of its times.
Job rest_of(PresentJob const& one);

/// What was used in the past, in seconds of the units of a partition.
struct PartitionUsage {
    std::size_t background = 0;  ///< position in SlurmSetup::backgrounds
    std::vector<double> by_person;
};

struct QueuePast {
    std::vector<PresentJob> jobs;  ///< by submission
    PartitionUsage usage;
};

/// The past of users who react; the loop goes on from there. `persons` has the person of each user.
QueuePast past_of_loop(SlurmSetup const& setup,
                       std::size_t background,
                       std::span<std::uint32_t const> persons,
                       ClosedLoop& loop);

/// The past of jobs that do not react, by submission, as requested from the site: what is submitted before past_length.
QueuePast past_of_jobs(SlurmSetup const& setup,
                       std::size_t background,
                       std::span<Job const> jobs,
                       std::span<std::uint32_t const> persons);

/// The usage of all associations when the simulation begins.
std::vector<slurm::PastUsage> usage_of_past(SlurmSetup const& setup,
                                            std::span<PartitionUsage const> usage);

}  // namespace clustersim
