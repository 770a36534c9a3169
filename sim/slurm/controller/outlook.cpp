// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/outlook.hpp"

#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/controller/time_limits.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Number of half-lives after which usage is negligible.
constexpr std::int64_t half_lives = 20;
/// Multiples of the mean time to repair that a job waits for a node to return.
constexpr std::int64_t repair_times = 20;

/// Time in which every loop has tested everything: two periods of the slowest.
Seconds turns(Settings const& settings) {
    auto const& scheduler = settings.scheduler;
    auto const slowest = std::max({std::int64_t{60},
                                   scheduler.sched_interval,
                                   scheduler.backfill.interval,
                                   settings.priority.calc_period});
    return {2 * slowest + scheduler.max_switch_wait + scheduler.backfill.min_age_reserve};
}

/// Whether a run comes to its end, or its nodes become free. A job that its limit ended leaves the end behind
/// that it would have had by itself, maybe years ahead.
bool somebody_leaves(ClusterState const& state) {
    return std::ranges::any_of(
        state.jobs.ends.all(),
        [&](EndEvent const& event) { return state.jobs.at(event.slot).run == event.run; });
}

bool nothing_will_change(ClusterState const& state) {
    auto const& settings = state.settings();
    auto last = state.triggers.last_activity;
    if (next_reservation_start(state.nodes) != Instant::never() ||
        next_reservation_end(state.nodes.reservations) != Instant::never())
        return false;
    if (state.nodes.events.outage_ahead()) return false;
    bool waits_for_decay = false;
    for (auto const slot : state.jobs.pending()) {
        auto const& job = state.jobs.at(slot);
        last = std::max(last, job.begin);
        for (auto const& one : job.spec->dependencies.all)
            last = std::max(last, state.triggers.last_activity + Minutes{one.minutes});
        if (job.spec->request.deadline && !job.held) return false;
        waits_for_decay = waits_for_decay || is_accounting(job.reason) ||
                          job.reason == Reason::qos_usage_threshold;
    }
    auto patience = turns(settings);
    if (waits_for_decay && settings.priority.type == PriorityType::multifactor)
        patience = patience + Seconds{half_lives * settings.priority.decay_half_life};
    // Nodes fail for ever: after this long, nearly all that were down at once have returned.
    if (auto const mttr = state.nodes.events.mttr())
        patience = patience + Seconds{repair_times * mttr->count};
    return state.clock.now() > last + patience;
}

}  // namespace

bool waits_for_ever(ClusterState const& state) {
    return !somebody_runs(state) && nothing_will_change(state) && !somebody_leaves(state);
}

}  // namespace clustersim::slurm
