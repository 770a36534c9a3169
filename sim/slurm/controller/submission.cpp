// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/submission.hpp"

#include "sim/slurm/controller/describe_submission.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/fresh_arrays.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/request/array_text.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

constexpr char const* policy_message =
    "Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)";

using Outcome = tl::expected<void, std::string>;

tl::unexpected<std::string> refuse(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

/// Checks limits in each partition in which the job may run. A job without a time limit gets the
/// one that the limits allow in the first partition.
Outcome within_limits(ClusterState const& state,
                      Job const& job,
                      std::int64_t tasks,
                      std::optional<Minutes>& limit) {
    if (!state.accounting.limit_plan->enforced()) return {};
    auto const& spec = *job.spec;
    SubmitView view;
    view.tasks = tasks;
    view.no_time_limit = !spec.request.time_minutes;
    for (std::int32_t choice = 0; choice < std::ssize(spec.choices); ++choice) {
        view.job = {groups_of(state.config, job, choice), spec.tres, count_of(limit), nullptr};
        auto const partition = spec.choices[static_cast<std::size_t>(choice)].partition;
        view.partition_minutes = state.partition(partition).max_minutes;
        auto const decision = submit_check(state.accounting.limits(), view);
        if (decision.reason != Reason::none)
            return refuse(std::string(reason_name(decision.reason)) + ": " + policy_message);
        if (choice == 0 && !limit) limit = limit_of(decision.minutes);
    }
    return {};
}

/// Adds the record of an accepted job. All tasks of an array share one record.
JobSlot add_record(ClusterState& state,
                   JobRequest const& request,
                   Job job,
                   std::int32_t id,
                   ArrayIndices const& array) {
    job.id = id;
    job.submit = state.clock.now();
    if (request.waiting_since) {
        job.submit = std::min(*request.waiting_since, job.submit);
        job.eligible = job.submit;
    }
    job.nice = request.nice;
    job.held = request.hold;
    job.limit_filled = job.limit.has_value() && !request.time_minutes;
    if (request.begin && *request.begin > state.clock.now()) job.begin = *request.begin;
    job.pending_tasks = array.tasks;
    if (array.tasks.empty()) return state.jobs.table.add(std::move(job));
    job.array_id = id;
    auto const slot = state.jobs.table.add(std::move(job));
    auto& counts = state.jobs.table.add_array(id);
    counts.meta = slot;
    counts.limit = array.limit;
    counts.unfinished = static_cast<std::int32_t>(array.tasks.size());
    return slot;
}

}  // namespace

SubmitOutcome
submit_job(ClusterState& state, JobRequest const& request, std::vector<Dependency> after) {
    auto spec = std::make_shared<JobSpec>();
    spec->request = request;
    spec->dependencies.all = std::move(after);
    if (static_cast<std::int64_t>(state.jobs.table.size()) >= state.settings().max_job_count)
        return {0, "Slurm temporarily unable to accept job, sleeping and retrying"};
    auto const described = describe(state, *spec);
    if (!described) return {0, described.error()};
    auto limit = *described;
    auto const array = tasks_of(request.array, state.settings().max_array_size);
    if (!array) return {0, array.error()};
    auto const tasks = std::max<std::int64_t>(1, static_cast<std::int64_t>(array->tasks.size()));
    Job job;
    job.spec = spec;
    auto const groups = groups_of(state.config, job, 0);
    if (auto const allowed = within_limits(state, job, tasks, limit); !allowed)
        return {0, allowed.error()};
    auto const id = state.jobs.next_id++;
    if (auto const done = describe_further(state, *spec, id); !done) {
        // The record was made and removed again, so that another cycle follows (spec 4.2.1).
        state.touch();
        return {0, done.error()};
    }
    job.limit = limit;
    auto const slot = add_record(state, request, std::move(job), id, *array);
    auto& added = state.jobs.at(slot);
    count_waiting(state.accounting.counts, state.config, added, tasks);
    weigh_nodes(state.selection.scratch,
                state.accounting.counts,
                groups,
                added.spec->choices.front().nodes.front());
    test_submission(state, added.spec->choices.front());
    // That test begins the wait for few leaves (spec 6.9.6).
    if (request.switches.count > 0) added.switch_wait_since = state.clock.now();
    state.counters.submitted += tasks;
    set_priorities(state.accounting, state.config, added, state.clock.now());
    add_pending(state, slot);
    pass_fresh_arrays(state, slot);
    if (added.is_meta()) add_fresh_array(state, slot);
    ++state.triggers.requests;
    state.triggers.last_activity = state.clock.now();
    state.touch();
    state.observer.notify(
        [&](JobObserver& observer) { observer.submitted(added, state.clock.now()); });
    return {id, {}};
}

}  // namespace clustersim::slurm
