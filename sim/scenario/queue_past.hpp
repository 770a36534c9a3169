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

// The jobs that run and wait when a simulation begins, and the usage by then, so that it need not
// begin with an empty machine. The same jobs are first simulated in a queue that only counts nodes
// (sim/workload/rough_queue.hpp), for two weeks up to the beginning. The jobs that run then are
// submitted at the origin with the rest of their run times and limits, and have a quarter of an
// hour to start. Then the waiting jobs are submitted, and the users continue where they were.

/// The time for which the queue is counted.
inline constexpr Seconds past_length{std::int64_t{14} * 86400};
/// Jobs that ran at the end of the past have started by then.
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

/// The job with the rest of its run time and limit.
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

/// The past of users who react; the loop continues from there. `persons` has the person of each
/// user.
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
