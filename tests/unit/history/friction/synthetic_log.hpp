// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/history/friction/counted_queue.hpp"
#include "sim/history/past_job.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

namespace clustersim {

inline constexpr std::int64_t hour = 3600, day = 86'400;
inline constexpr std::int64_t synthetic_nodes = 64;

/// What is wrong with a synthetic machine of 64 nodes.
struct SyntheticFriction {
    CountedLimits limits;
    std::vector<CountedChange> changes;
    std::vector<std::int64_t> ahead_of_queue{0, 0};
};

/// The log of a machine that is in use at 90 % on average: jobs of eight users in two queues.
inline Past synthetic_log(std::int64_t days, SyntheticFriction const& friction) {
    RandomStream random(3, "friction");
    CountedQueue machine(0, synthetic_nodes, friction.limits, friction.changes);
    std::vector<CountedJob> jobs;
    for (std::int64_t at = 0; at < days * day;) {
        CountedJob job;
        job.submit = at;
        job.size = std::int64_t{1} << random.uniform_int(5);
        job.run = 600 + static_cast<std::int64_t>(random.exponential(2.0 * hour));
        job.limit = job.run + static_cast<std::int64_t>(random.uniform_int(2 * hour));
        job.user = static_cast<std::uint32_t>(random.uniform_int(8));
        job.queue = job.user % 2;
        job.order = job.submit - friction.ahead_of_queue[job.queue];
        jobs.push_back(job);
        at += 1 + static_cast<std::int64_t>(random.exponential(850.0));
    }
    for (CountedJob const& job : jobs) {
        machine.run_until(job.submit);
        machine.submit(job);
    }
    machine.run_until((days + 60) * day);
    Past log;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const start = machine.start_of(i);
        if (!start) continue;
        PastJob job;
        job.submit = Instant{jobs[i].submit};
        job.start = Instant{*start};
        job.end = Instant{*start + jobs[i].run};
        job.nodes = static_cast<std::int32_t>(jobs[i].size);
        job.limit = Seconds{jobs[i].limit};
        job.user = log.users.number(fmt::format("u{}", jobs[i].user));
        job.queue = log.queues.number(jobs[i].queue == 0 ? "even" : "odd");
        log.jobs.push_back(job);
    }
    return log;
}

}  // namespace clustersim
