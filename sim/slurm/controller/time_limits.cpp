// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/time_limits.hpp"

#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/end_events.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/limits/limit_check.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool past_limit(Site const& site, Job const& job, Instant now) {
    // Such a job ends with its grace time, which preemption handles.
    if (grace_is_over(site, job, now)) return false;
    // A job that ends by itself in the second of its limit completes, as it does in Slurm unless the check happens to
    // run in that second before the end is reported. Of equal jobs none must fail by the chance of its start.
    if (job.end == now && end_of_run(job).second() == now) return false;
    auto const& partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)];
    auto const over = partition.over_time_minutes.value_or(site.settings.over_time_minutes);
    return job.end <= now - (over < 0 ? year : Minutes{over});
}

bool past_reservation(ClusterState const& state, Job const& job) {
    Minutes const over{state.settings().resv_over_run_minutes};
    return std::any_of(
        job.spec->reservations.begin(), job.spec->reservations.end(), [&](ReservationId index) {
            auto const& held = state.nodes.reservations.at(index);
            return !held.config.flags.flex && held.end + over < state.clock.now() &&
                   job.start < held.end;
        });
}

bool past_usage(ClusterState const& state, Job const& job) {
    auto const groups = groups_of(state.config, job, job.choice);
    if (!state.accounting.limit_plan->stages(groups).in_use) return false;
    JobLimitsView const view{groups, job.allocated_tres, count_of(job.limit), nullptr};
    return time_out(state.accounting.limits(), view, state.clock.now() - job.start) != Reason::none;
}

/// By reservation: whether a job runs in it or waits for it.
std::vector<bool> reservations_in_use(ClusterState const& state) {
    std::vector<bool> in_use(state.nodes.reservations.all().size(), false);
    for (auto const slot : state.jobs.running)
        if (auto const own = state.jobs.at(slot).reservation; own) in_use[own->value] = true;
    for (auto const slot : state.jobs.pending())
        for (auto const own : state.jobs.at(slot).spec->reservations) in_use[own.value] = true;
    return in_use;
}

/// A job whose reservation has ended is held until it is released (spec 9.4).
void hold_orphan(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    job.held = true;
    job.priorities.fill(0);
    job.priority = 0;
    set_reason(state, job, Reason::reservation_deleted);
    requeue_records(state, slot);
}

}  // namespace

void check_time_limits(ClusterState& state) {
    bool const watch_usage = state.accounting.limit_plan->ends_running_jobs();
    std::vector<JobSlot> over;
    for (auto const slot : state.jobs.running) {
        auto const& job = state.jobs.at(slot);
        if (job.state == JobState::suspended) continue;
        bool const has_reservation = !job.spec->reservations.empty();
        // The list is sorted by expected end: no later job has reached its end.
        if (job.end > state.clock.now() && !watch_usage && state.nodes.reservations.empty()) break;
        if (past_limit(*state.config.site, job, state.clock.now()) ||
            (has_reservation && past_reservation(state, job)) ||
            (watch_usage && past_usage(state, job)))
            over.push_back(slot);
    }
    for (auto const slot : over) kill_job(state, slot, JobState::timeout, Reason::time_limit);
}

void begin_reservations(ClusterState& state) {
    if (next_reservation_start(state.nodes) > state.clock.now()) return;
    state.nodes.reservations_seen = state.clock.now();
    state.triggers.last_activity = state.clock.now();
    ++state.triggers.requests;
    state.touch();
}

void end_reservations(ClusterState& state) {
    if (state.nodes.reservations.renew(state.nodes.use.idle(), state.nodes.available)) {
        ++state.triggers.requests;
        state.touch();
    }
    if (next_reservation_end(state.nodes.reservations) >= state.clock.now()) return;
    auto ended = state.nodes.reservations.purge(reservations_in_use(state), state.clock.now());
    auto const& all = state.nodes.reservations.all();
    bool const moves = std::any_of(all.begin(), all.end(), [&](HeldReservation const& held) {
        return !held.gone && held.end < state.clock.now();
    });
    auto const over = state.nodes.reservations.advance(state.clock.now());
    if (ended.empty() && !moves) return;
    state.triggers.last_activity = state.clock.now();
    ended.insert(ended.end(), over.begin(), over.end());
    state.touch();
    for (auto const slot : state.jobs.pending()) {
        auto const& asked = state.jobs.at(slot).spec->reservations;
        bool const lost = std::any_of(asked.begin(), asked.end(), [&](ReservationId index) {
            return std::find(ended.begin(), ended.end(), index) != ended.end() &&
                   !state.nodes.reservations.at(index).config.flags.no_hold_jobs_after_end;
        });
        if (lost) hold_orphan(state, slot);
    }
}

Instant next_reservation_start(NodesState const& nodes) {
    auto next = Instant::never();
    for (auto const& held : nodes.reservations.all())
        if (!held.gone && !held.ahead && held.start > nodes.reservations_seen)
            next = std::min(next, held.start);
    return next;
}

Instant next_reservation_end(ReservationBook const& reservations) {
    auto next = Instant::never();
    for (auto const& held : reservations.all()) {
        if (!held.gone && !held.ahead) {
            // Whether a reservation with PURGE_COMP is in use can only be found by checking.
            next = std::min(next, held.config.purge_after ? held.start : held.end);
        }
    }
    return next;
}

void purge_finished(JobsState& jobs, Seconds min_job_age, Instant now) {
    std::size_t gone = 0;
    while (gone < jobs.finished.size()) {
        auto const slot = jobs.finished[gone];
        auto const& job = jobs.at(slot);
        if (job.completing || job.end + min_job_age > now) break;
        jobs.table.purge(slot);
        ++gone;
    }
    jobs.finished.erase(jobs.finished.begin(),
                        jobs.finished.begin() + static_cast<std::ptrdiff_t>(gone));
}

}  // namespace clustersim::slurm
