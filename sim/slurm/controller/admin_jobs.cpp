// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/admin_jobs.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/admin_suspension.hpp"
#include "sim/slurm/controller/cancel.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/priority_update.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

using Message = std::optional<std::string>;

constexpr char const* invalid_job = "Invalid job id specified";

/// The records of a reference: a job, one task, or all of an array.
std::vector<JobSlot> find_jobs(JobTable const& jobs, JobRef const& ref) {
    std::vector<JobSlot> slots;
    if (ref.task) {
        auto const slot = jobs.find_task(ref.id, *ref.task);
        if (slot) slots.push_back(*slot);
        return slots;
    }
    if (jobs.array(ref.id) != nullptr) {
        for (auto const slot : jobs.in_order())
            if (jobs.at(slot).array_id == ref.id) slots.push_back(slot);
        return slots;
    }
    if (auto const slot = jobs.find(ref.id); slot) slots.push_back(*slot);
    return slots;
}

/// Calls change(state, slot), which returns Slurm's message, for every record. A reference without
/// records is an error, too.
template <class Change>
Message for_each_job(ClusterState& state, std::vector<JobRef> const& refs, Change change) {
    Message message;
    for (auto const& ref : refs) {
        auto const slots = find_jobs(state.jobs.table, ref);
        if (slots.empty()) message = invalid_job;
        for (auto const slot : slots)
            if (auto answer = change(state, slot)) message = std::move(answer);
    }
    return message;
}

/// Calls change(slot) for every record. Returns Slurm's message if a reference has no records.
template <class Change>
Message each_job(ClusterState& state, std::vector<JobRef> const& refs, Change change) {
    return for_each_job(
        state,
        refs,
        [&](ClusterState&, JobSlot slot) {
            change(slot);
            return Message{};
        });
}

/// The same, and triggers the schedulers, as an update does.
template <class Change>
Message for_jobs(ClusterState& state, std::vector<JobRef> const& refs, Change change) {
    auto message = each_job(state, refs, change);
    ++state.triggers.requests;
    state.touch();
    return message;
}

/// A held job is not eligible: its age starts from zero when it is released.
void hold_back(ClusterState& state, Job& job) {
    job.held = true;
    job.eligible.reset();
    lose_age(state.accounting, state.config, job);
}

bool matches(Site const& site, Job const& job, JobCancel const& cancel) {
    auto const& request = job.spec->request;
    auto const same = [](std::string const& wanted, std::string const& is) {
        return wanted.empty() || wanted == is;
    };
    auto const& partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)].name;
    return same(cancel.user, request.user) && same(cancel.account, job.spec->account_name) &&
           same(cancel.partition, partition) && same(cancel.qos, request.qos) &&
           same(cancel.name, request.name) && same(cancel.reservation, request.reservation) &&
           (!cancel.state || job.state == *cancel.state);
}

/// Zero: no limit. A running job ends accordingly.
void change_time_limit(ClusterState& state, JobSlot slot, std::int64_t minutes) {
    auto& job = state.jobs.at(slot);
    job.limit = minutes == 0 ? std::nullopt : limit_of(minutes);
    if (job.state == JobState::running && job.limit) {
        job.end = job.start + *job.limit;
        state.jobs.running.sort(state.jobs.table, slot);
    }
}

/// Changes what was submitted; other records that share the submission keep it.
void change_spec(Job& job, JobUpdate const& update) {
    auto spec = std::make_shared<JobSpec>(*job.spec);
    if (update.deadline) spec->request.deadline = update.deadline;
    if (update.time_min_minutes) spec->request.time_min_minutes = update.time_min_minutes;
    if (update.name) spec->request.name = *update.name;
    if (update.dependency && !update.dependency->malformed) {
        spec->dependencies = update.dependency->list;
        job.reason = Reason::none;  // the old dependencies may have been unsatisfiable
    }
    job.spec = std::move(spec);
}

/// Priority 0 holds the job back.
void change_priority(ClusterState& state, Job& job, std::uint32_t priority) {
    job.priority_set = priority != 0;
    job.held = false;
    if (priority == 0) hold_back(state, job);
    job.priorities.fill(priority);
    job.priority = priority;
}

void change_pending(ClusterState& state, Job& job, JobUpdate const& update) {
    if (update.nice) job.nice = *update.nice;
    if (update.begin) {
        job.begin = *update.begin;
        job.eligible.reset();
    }
    if (update.deadline || update.time_min_minutes || update.dependency || update.name)
        change_spec(job, update);
    set_priorities(state.accounting, state.config, job, state.clock.now());
    if (update.priority) change_priority(state, job, *update.priority);
}

}  // namespace

Message change_jobs(ClusterState& state, JobHold const& hold) {
    return for_jobs(
        state,
        hold.jobs,
        [&](JobSlot slot) {
            auto& job = state.jobs.at(slot);
            if (!job.pending()) return;
            hold_back(state, job);
            set_priorities(state.accounting, state.config, job, state.clock.now());
            set_reason(state, job, hold.by_user ? Reason::held_user : Reason::held_admin);
            requeue_records(state, slot);
        });
}

Message change_jobs(ClusterState& state, JobRelease const& release) {
    return for_jobs(
        state,
        release.jobs,
        [&](JobSlot slot) {
            auto& job = state.jobs.at(slot);
            if (!job.pending()) return;
            if (job.held) {
                job.held = false;
                set_reason(state, job, Reason::none);
            }
            // A job that was not held also gets a new priority, and thus moves to the end of the queue
            // under priority/basic.
            set_priorities(state.accounting, state.config, job, state.clock.now());
            requeue_records(state, slot);
        });
}

/// Requests no pass by itself (spec 3.1).
Message change_jobs(ClusterState& state, JobRequeue const& requeue) {
    return each_job(
        state,
        requeue.jobs,
        [&](JobSlot slot) {
            auto& job = state.jobs.at(slot);
            if (job.pending()) return;
            state.touch();
            if (is_final(job.state))
                restart_job(state, slot);
            else
                requeue_job(state, slot, JobState::pending);
            if (requeue.hold && job.pending()) {
                job.held = true;
                set_priorities(state.accounting, state.config, job, state.clock.now());
                set_reason(state, job, Reason::held_user);
            }
        });
}

Message change_jobs(ClusterState& state, JobSuspend const& suspend) {
    return for_each_job(state, suspend.jobs, suspend_by_admin);
}

Message change_jobs(ClusterState& state, JobResume const& resume) {
    return for_each_job(state, resume.jobs, resume_by_admin);
}

Message change_jobs(ClusterState& state, JobCancel const& cancel) {
    std::vector<JobRef> refs = cancel.jobs;
    if (!refs.empty()) {
        for (auto const& ref : refs)
            if (ref.task && !state.jobs.table.find_task(ref.id, *ref.task))
                cancel_waiting_task(state, ref.id, *ref.task, cancel.by);
        return each_job(state, refs, [&](JobSlot slot) {
            if (matches(*state.config.site, state.jobs.at(slot), cancel))
                cancel_job(state, slot, cancel.by);
        });
    }
    for (auto const slot : state.jobs.table.in_order())
        if (matches(*state.config.site, state.jobs.at(slot), cancel))
            cancel_job(state, slot, cancel.by);
    return std::nullopt;
}

Message change_jobs(ClusterState& state, JobUpdate const& update) {
    if (update.partition || update.qos || update.account || update.features || update.reservation ||
        update.min_nodes || update.max_nodes)
        return "Requested operation not supported on this system";
    return for_jobs(state, update.jobs, [&](JobSlot slot) {
        auto& job = state.jobs.at(slot);
        if (is_final(job.state)) return;
        if (update.time_minutes) change_time_limit(state, slot, *update.time_minutes);
        if (update.array_limit) {
            if (auto* array = state.jobs.table.array(job.array_id))
                array->limit = *update.array_limit;
        }
        if (job.pending()) {
            change_pending(state, job, update);
            requeue_records(state, slot);
        }
    });
}

}  // namespace clustersim::slurm
