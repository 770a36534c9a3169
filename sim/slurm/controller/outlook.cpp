// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/outlook.hpp"

#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/controller/time_limits.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

/// Whether a run comes to its end, or its nodes become free. A job that was ended by its limit
/// leaves behind the event of its own end, maybe years ahead.
bool somebody_leaves(ClusterState const& state) {
    return std::ranges::any_of(
        state.jobs.ends.all(),
        [&](EndEvent const& event) { return state.jobs.at(event.slot).run == event.run; });
}

bool nothing_will_change(ClusterState const& state) {
    auto const& settings = state.settings();
    auto last = state.triggers.last_activity;
    auto const pending = state.jobs.pending();
    // No reservation that ends starts a job that its request or the configuration holds back.
    auto const may_start = [&](JobSlot slot) { return !can_never_start(state.jobs.at(slot)); };
    if (reservation_ahead(state) && std::ranges::any_of(pending, may_start)) return false;
    if (state.nodes.events.outage_ahead()) return false;
    bool waits_for_decay = false;
    for (auto const slot : pending) {
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
    // Nodes fail for ever: after this time, nearly all nodes that were down at the same time have
    // returned.
    if (auto const mttr = state.nodes.events.mttr())
        patience = patience + Seconds{repair_times * mttr->count};
    return state.clock.now() > last + patience;
}

/// Reasons that follow from the request and the configuration alone.
bool depends_on_nothing(Reason reason) {
    constexpr std::array single{Reason::dependency_never,
                                Reason::held_user,
                                Reason::held_admin,
                                Reason::held_requeue,
                                Reason::reservation_deleted,
                                Reason::bad_constraints,
                                Reason::part_node_limit,
                                Reason::part_time_limit,
                                Reason::part_config,
                                Reason::max_mem_per_limit,
                                Reason::qos_not_allowed,
                                Reason::account_not_allowed,
                                Reason::invalid_account,
                                Reason::invalid_qos,
                                Reason::qos_max_wall,
                                Reason::assoc_max_wall};
    // Limits of one job, which all kinds of TRES share.
    constexpr std::array<std::pair<Reason, Reason>, 7> families{
        {{Reason::qos_job_cpu, Reason::qos_job_unknown},
         {Reason::assoc_job_cpu, Reason::assoc_job_unknown},
         {Reason::qos_min_cpu, Reason::qos_min_unknown},
         {Reason::qos_node_cpu, Reason::qos_node_unknown},
         {Reason::assoc_node_cpu, Reason::assoc_node_unknown},
         {Reason::assoc_job_mins_cpu, Reason::assoc_job_mins_unknown},
         {Reason::qos_job_mins_cpu, Reason::qos_job_mins_unknown}}};
    return std::ranges::find(single, reason) != single.end() ||
           std::ranges::any_of(families, [&](auto const& family) {
               return reason >= family.first && reason <= family.second;
           });
}

}  // namespace

bool reservation_ahead(ClusterState const& state) {
    return next_reservation_start(state.nodes) != Instant::never() ||
           next_reservation_end(state.nodes.reservations) != Instant::never();
}

bool can_never_start(Job const& job) {
    if (!job.pending()) return false;
    if (job.reason == Reason::dependency_never || job.held) return true;
    // The reason is that of one partition; another one may admit the job.
    if (job.spec->choices.size() != 1) return false;
    // Backfill may start it with a shorter limit.
    if (job.spec->request.time_min_minutes) return false;
    return depends_on_nothing(job.reason);
}

bool waits_for_ever(ClusterState const& state) {
    return !somebody_runs(state) && nothing_will_change(state) && !somebody_leaves(state);
}

}  // namespace clustersim::slurm
