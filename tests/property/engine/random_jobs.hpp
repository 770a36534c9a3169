// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/simulation.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {

/// A small workload with many ties: few distinct times, many jobs of zero length or killed at their
/// limit.
inline std::vector<Job> random_jobs(PoolShape shape, bool exact_requests = false) {
    auto const count = *rc::gen::inRange(1, 40);
    std::vector<Job> jobs;
    for (int i = 0; i < count; ++i) {
        bool const whole = shape.units_per_node == 1 || *rc::gen::inRange(0, 3) == 0;
        Job job{.id = i,
                .submit = {*rc::gen::inRange(0, 60)},
                .run = {*rc::gen::inRange(0, 30)},
                .requested = {*rc::gen::inRange(1, 30)},
                .nodes = whole ? *rc::gen::inRange(1, shape.nodes + 1) : *rc::gen::inRange(1, 3),
                .units =
                    whole ? shape.units_per_node : *rc::gen::inRange(1, shape.units_per_node + 1)};
        job.nodes = std::min(job.nodes, shape.nodes);
        if (exact_requests) job.run = job.requested;
        jobs.push_back(job);
    }
    std::ranges::sort(jobs, submitted_before);
    return jobs;
}

inline PoolShape random_shape() {
    return {.nodes = *rc::gen::inRange(1, 9), .units_per_node = *rc::gen::element(1, 2, 4)};
}

inline PolicyEntry const& random_policy() {
    return *find_policy(*rc::gen::element<std::string>("fcfs", "easy", "conservative"));
}

inline std::vector<std::int64_t>
starts_of(PoolShape shape, PolicyEntry const& policy, std::span<Job const> jobs) {
    Simulation simulation(shape, policy, jobs);
    simulation.run();
    std::vector<std::int64_t> starts;
    for (JobRecord const& record : simulation.records())
        starts.push_back(record.start.since_origin);
    return starts;
}

}  // namespace clustersim
