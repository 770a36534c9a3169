// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/lifecycle.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/final_state.hpp"
#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/job_tres.hpp"
#include "sim/slurm/controller/preempt_rules.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/suspension.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

/// How long a requeued job may not start: the lifetime of its old credential plus one second (spec
/// 10.5.1).
constexpr Seconds credential_lifetime{120};

/// Lengths of the runs that requeues ended early.
std::vector<Seconds> earlier_times(Job const& job) {
    std::vector<Seconds> times;
    for (EarlierRun const& run : job.earlier) times.push_back(run.end - run.start - run.suspended);
    return times;
}

/// Sets the time limit of a job that starts without one, or with one that is too long (spec 2.6.2).
void fill_limit(Site const& site, Job& job) {
    auto const& partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)];
    auto const* qos = qos_of(site, job);
    bool const unbound = qos != nullptr && qos->flags.partition_time_limit;
    bool const too_long =
        job.limit && partition.max_minutes && job.limit->count > *partition.max_minutes && !unbound;
    if (job.limit && !too_long) return;
    job.limit =
        limit_of(partition.default_minutes ? partition.default_minutes : partition.max_minutes);
    job.limit_filled = true;
}

/// The end time to be recorded: now or, for a suspended job, when it was suspended (observed).
Instant last_run_at(Job const& job, Instant now) {
    return job.state == JobState::suspended ? *job.suspension.changed : now;
}

/// Ends the run in the accounts: usage, limits, the list of running jobs. Nodes and licences are not yet free.
void stop_running(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    charge_usage(state.accounting, state.config, job, state.clock.now());
    count_end(state.accounting.counts, state.config, job);
    state.jobs.running.erase(slot);
    state.jobs.stopped_by_admin -= job.suspension.by_admin ? 1 : 0;
    displace(state, gang_end(state, slot));
    if (auto* array = state.jobs.table.array(job.array_id)) --array->running;
    ++job.run;
    state.touch();
}

/// A running job makes room for a job of a higher partition, by its preempt mode.
void leave_cores(ClusterState& state, JobSlot slot) {
    if (!queue_may_preempt(state.settings())) {
        stop_job(state, slot);  // jobs are only gang scheduled, not preempted
        return;
    }
    switch (mode_of(*state.config.site, state.jobs.at(slot))) {
        case PreemptMode::requeue: requeue_job(state, slot, JobState::preempted); break;
        case PreemptMode::cancel: kill_job(state, slot, JobState::preempted, Reason::none); break;
        case PreemptMode::suspend: stop_job(state, slot); break;
        case PreemptMode::off: break;
    }
}

/// Node selection treats the cores of a killed job as free at once, but nothing starts on its nodes
/// until the epilog is over.
void begin_epilog(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    job.completing = true;
    state.nodes.vacate(job);
    for (auto const& share : job.allocation.nodes) state.nodes.completing.insert(share.node);
    state.jobs.ends.add({state.clock.moment() + epilog, slot, job.run, true});
}

/// A job that has run is pending again, as if submitted now (spec 10.5.1).
void wait_again(ClusterState& state, Job& job) {
    job.earlier.push_back({job.start, job.end, job.suspension.total});
    job.state = JobState::pending;
    job.submit =
        job.submit == state.clock.now() ? state.clock.now() + Seconds{1} : state.clock.now();
    ++job.restarts;
    job.begin = std::max(job.begin, state.clock.now() + credential_lifetime + Seconds{1});
    job.eligible = job.begin;
    lose_age(state.accounting, state.config, job);
    job.cancelled_by.clear();
    job.grace_began.reset();
    job.switch_wait_since.reset();
    job.suspension = Suspension{};
    if (job.limit_filled) {
        job.limit.reset();
        job.limit_filled = false;
    }
    job.start = {};
    job.end = {};
    // Before, it keeps its priority until all are computed again.
    auto const& settings = state.settings();
    if (settings.release.has(ReleaseChange::requeue_computes_priority) &&
        settings.priority.type == PriorityType::multifactor)
        set_priorities(state.accounting, state.config, job, state.clock.now());
    set_reason(state, job, Reason::begin_time);
}

}  // namespace

void start_job(
    ClusterState& state, JobSlot slot, std::int32_t choice, Allocation allocation, StartedBy by) {
    auto& job = state.jobs.at(slot);
    leave_queue(state.jobs.queue, job);
    stop_accruing(state.accounting, state.config, job);
    job.choice = choice;
    fill_limit(*state.config.site, job);
    job.state = JobState::running;
    job.started_by = by;
    job.reason = Reason::none;
    job.description = Description::none;
    job.priority = job.priorities[static_cast<std::size_t>(choice)];
    job.start = state.clock.now();
    job.start_moment = state.clock.moment();
    job.end = state.clock.now() + job.limit.value_or(year);
    job.usage_until = state.clock.now();
    job.expected_start.reset();
    job.allocation = std::move(allocation);
    job.allocated_tres = allocated_tres(*state.config.site, job);
    job.billing = billing_of(*state.config.site, job);
    ++job.run;
    state.nodes.occupy(job);
    hold_licenses(state.nodes, job, 1);
    count_choice(state.accounting.counts, state.config, job, true);
    count_start(state.accounting.counts, state.config, job);
    if (auto* array = state.jobs.table.array(job.array_id)) ++array->running;
    if (auto const& work = job.spec->request.work) {
        job.placed_run = work->run_on(nodes_in_use(state.jobs.running, state.jobs.table, job),
                                      earlier_times(job));
    }
    schedule_end(state.jobs, slot);
    state.jobs.running.insert(state.jobs.table, slot);
    state.triggers.last_activity = state.clock.now();
    ++state.counters.started;
    if (by == StartedBy::backfill) {
        ++state.counters.backfilled;
        ++state.counters.backfilled_total;
    }
    state.touch();
    state.observer.notify([&](JobObserver& observer) { observer.started(job, state.clock.now()); });
    displace(state, gang_start(state, slot));
}

void complete_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    auto const& partition = state.partition(job.chosen().partition);
    auto const over = partition.over_time_minutes.value_or(state.settings().over_time_minutes);
    bool const late = over >= 0 && job.end + Minutes{over} < state.clock.now();
    stop_running(state, slot);
    hold_licenses(state.nodes, job, -1);
    state.nodes.vacate(job);
    job.end = state.clock.now();
    if (late) {
        job.state = JobState::timeout;
        job.reason = Reason::time_limit;
    } else if (job.spec->request.exit_code != 0) {
        job.state = JobState::failed;
        job.reason = Reason::non_zero_exit;
    } else {
        job.state = JobState::completed;
        job.reason = Reason::none;
    }
    ++state.triggers.requests;
    state.observer.notify(
        [&](JobObserver& observer) { observer.ended(job, job.state, state.clock.now()); });
    settle(state, slot, false);
}

bool kill_job(ClusterState& state, JobSlot slot, JobState final_state, Reason reason) {
    auto& job = state.jobs.at(slot);
    if (!job.runs()) return false;
    auto const end = last_run_at(job, state.clock.now());
    stop_running(state, slot);
    job.end = end;
    job.state = final_state;
    job.reason = reason;
    begin_epilog(state, slot);
    state.observer.notify([&](JobObserver& observer) { observer.ended(job, job.state, end); });
    settle(state, slot, false);
    return true;
}

void free_killed(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    hold_licenses(state.nodes, job, -1);
    for (auto const& share : job.allocation.nodes) state.nodes.completing.erase(share.node);
    job.completing = false;
    ++job.run;
    if (job.pending()) {
        job.allocation = Allocation{};
        add_pending(state, slot);
    }
    state.touch();
}

void release_killed(ClusterState& state, JobSlot slot) {
    free_killed(state, slot);
    if (state.settings().scheduler.defer)
        ++state.triggers.requests;
    else
        state.triggers.direct_pass = state.clock.moment();
}

bool requeue_job(ClusterState& state, JobSlot slot, JobState run_state) {
    auto& job = state.jobs.at(slot);
    if (!job.runs()) return false;
    if (!job.spec->requeue) {
        return kill_job(state,
                        slot,
                        run_state,
                        run_state == JobState::node_fail ? Reason::node_down : Reason::none);
    }
    auto const end = last_run_at(job, state.clock.now());
    bool const by_admin = job.suspension.by_admin;
    stop_running(state, slot);
    job.end = end;
    state.observer.notify([&](JobObserver& observer) { observer.ended(job, run_state, end); });
    begin_epilog(state, slot);
    count_choice(state.accounting.counts, state.config, job, false);
    wait_again(state, job);
    if (by_admin) {  // it stays suspended
        job.held = true;
        job.begin = {};
        job.eligible.reset();
        job.priorities.fill(0);
        job.priority = 0;
        set_reason(state, job, Reason::held_admin);
    }
    return true;
}

void displace(ClusterState& state, std::vector<JobSlot> const& slots) {
    for (auto const slot : slots)
        if (state.jobs.at(slot).state == JobState::running) leave_cores(state, slot);
}

void restart_job(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    if (!job.spec->requeue || job.completing) return;
    std::erase(state.jobs.finished, slot);
    if (auto* array = state.jobs.table.array(job.array_id)) {
        ++array->unfinished;
        --(job.state == JobState::completed ? array->completed : array->not_completed);
    }
    count_waiting(state.accounting.counts, state.config, job, 1);
    job.allocation = Allocation{};
    wait_again(state, job);
    add_pending(state, slot);
}

}  // namespace clustersim::slurm
