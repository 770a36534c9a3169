// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/simulated_site.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Up to so many waiting jobs every cycle of backfill is simulated.
constexpr std::int64_t short_queue = 250;
/// Never coarser: a start is then found at most so much later.
constexpr std::int64_t coarsest_cycle = 600;
constexpr std::int64_t coarsest_pass = 300;

void lengthen(std::int64_t& period, std::int64_t factor, std::int64_t coarsest) {
    if (period > 0) period = std::max(period, std::min(coarsest, period * factor));
}

}  // namespace

std::int64_t waiting_records(slurm::QueueNow const& queue) {
    return std::ranges::count(queue.jobs, slurm::JobState::pending, &slurm::QueuedJob::state);
}

std::shared_ptr<slurm::Site const> simulated_site(slurm::QueueSnapshot const& snapshot,
                                                  bool exact) {
    auto site = std::make_shared<slurm::Site>(snapshot.site);
    if (exact) return site;
    auto const factor = std::max<std::int64_t>(1, waiting_records(snapshot.queue) / short_queue);
    auto& scheduler = site->settings.scheduler;
    lengthen(scheduler.backfill.interval, factor, coarsest_cycle);
    lengthen(scheduler.sched_interval, factor, coarsest_pass);
    return site;
}

}  // namespace clustersim
