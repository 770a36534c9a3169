// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/take_over.hpp"

#include "sim/slurm/controller/accrual.hpp"
#include "sim/slurm/controller/describe_submission.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/gang.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/job_tres.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/priority_update.hpp"
#include "sim/slurm/controller/recorded_nodes.hpp"
#include "sim/slurm/controller/selection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim::slurm {

namespace {

/// A run that ends only at its limit.
constexpr Seconds endless{std::int64_t{400} * 86400};

/// Adds the jobs of a queue one by one.
class Taking {
  public:
    Taking(ClusterState& state, QueueNow const& queue) : state_(state), queue_(queue) {}

    TakeOver run() {
        load_usage();
        // The places of jobs whose cores are not known are found after those of all others.
        std::vector<std::pair<QueuedJob const*, JobSlot>> unplaced;
        for (QueuedJob const& job : queue_.jobs) add(job, unplaced);
        for (auto const& [job, slot] : unplaced) place(*job, slot);
        for (JobSlot const slot : running_) begin_run(slot);
        for (auto const& [job, slot] : pending_) wait(*job, slot);
        leave_weights();
        finish();
        return std::move(out_);
    }

  private:
    void load_usage() {
        auto& accounting = state_.accounting;
        for (PastUsage const& one : queue_.associations)
            accounting.usage.set_past(one.index, one.raw, one.wall_seconds, one.tres_seconds);
        for (PastUsage const& one : queue_.qos)
            accounting.usage.set_past_of_qos(
                one.index, one.raw, one.wall_seconds, one.tres_seconds);
        if (accounting.fairshare.lazy())
            accounting.fairshare.begin_update(accounting.usage);
        else
            accounting.fairshare.update(accounting.usage);
        calculated_ = queue_.last_calculation.value_or(queue_.now);
        accounting.last_usage = calculated_;
    }

    void add(QueuedJob const& from, std::vector<std::pair<QueuedJob const*, JobSlot>>& unplaced) {
        auto spec = std::make_shared<JobSpec>();
        spec->request = from.request;
        if (spec->request.run_times.empty()) spec->request.run_times = {endless};
        auto const id = static_cast<std::int32_t>(from.request.number);
        highest_ = std::max({highest_, id, from.array_id});
        if (is_final(from.state)) {
            add_finished(from, std::move(spec));
            return;
        }
        bool const waits = from.state == JobState::pending;
        auto const limit = describe(state_, *spec);
        auto refused = limit ? std::string() : limit.error();
        if (limit && waits)
            if (auto const more = describe_further(state_, *spec, id); !more)
                refused = more.error();
        if (!refused.empty()) {
            out_.left_out.push_back({from.request.number, std::move(refused)});
            for (HeldNode const& one : from.nodes) state_.nodes.drained.insert(one.node);
            return;
        }
        Job job = record(from, std::move(spec));
        job.limit = from.request.time_minutes ? limit_of(from.request.time_minutes) : *limit;
        // No limit is written as zero minutes, and kept as none.
        if (job.limit && job.limit->count == 0) job.limit.reset();
        auto const slot = state_.jobs.table.add(std::move(job));
        enter_array(from, slot);
        present_.push_back(slot);
        auto& added = state_.jobs.at(slot);
        count_waiting(state_.accounting.counts, state_.config, added, added.tasks());
        set_present_priorities(from, added);
        if (waits) {
            pending_.emplace_back(&from, slot);
            return;
        }
        added.state = JobState::running;
        added.start = from.start.value_or(queue_.now);
        added.start_moment = Moment::of(added.start);
        bool const known = std::ranges::all_of(
            from.nodes, [](HeldNode const& one) { return one.cores && one.devices; });
        if (known || added.chosen().request.whole_nodes)
            place(from, slot);
        else
            unplaced.emplace_back(&from, slot);
        running_.push_back(slot);
    }

    /// What pending, running and finished jobs have in common.
    Job record(QueuedJob const& from, std::shared_ptr<JobSpec const> spec) const {
        Job job;
        job.spec = std::move(spec);
        job.id = static_cast<std::int32_t>(from.request.number);
        job.array_id = from.array_id;
        job.task = from.task;
        job.pending_tasks = from.pending_tasks;
        job.submit = from.request.submit;
        job.nice = from.request.nice;
        job.held = from.held;
        job.reason = from.reason;
        job.restarts = static_cast<std::uint16_t>(from.restarts);
        job.eligible = from.eligible;
        job.accrue = from.accrue;
        if (from.request.begin && *from.request.begin > queue_.now) job.begin = *from.request.begin;
        job.estimated_cpus = from.estimated_cpus;
        return job;
    }

    /// Finished jobs are known only to those that depend on them.
    void add_finished(QueuedJob const& from, std::shared_ptr<JobSpec> spec) {
        spec->choices.emplace_back();
        Job job = record(from, std::move(spec));
        job.state = from.state;
        job.start = from.start.value_or(queue_.now);
        job.end = from.end.value_or(queue_.now);
        auto const slot = state_.jobs.table.add(std::move(job));
        enter_array(from, slot);
        state_.jobs.finished.push_back(slot);
    }

    void enter_array(QueuedJob const& from, JobSlot slot) {
        if (from.array_id == 0) return;
        auto& array = state_.jobs.table.add_array(from.array_id);
        auto const& job = state_.jobs.at(slot);
        if (from.array_limit > 0) array.limit = from.array_limit;
        if (job.is_meta()) array.meta = slot;
        if (from.task) state_.jobs.table.name_task(slot);
        if (!is_final(from.state)) {
            array.unfinished += job.tasks();
            array.running += from.state == JobState::pending ? 0 : 1;
        } else {
            ++(from.state == JobState::completed ? array.completed : array.not_completed);
        }
    }

    /// Computes the priority as at the last calculation, and shows the real one until the next.
    void set_present_priorities(QueuedJob const& from, Job& job) {
        bool const basic = state_.settings().priority.type == PriorityType::basic;
        auto const at = std::max(calculated_, from.accrue.value_or(from.request.submit));
        set_priorities(state_.accounting, state_.config, job, std::min(at, queue_.now));
        if (job.held || from.priority == 0) return;
        if (!basic && from.state == JobState::pending) compare(from, job);
        auto const computed = job.priority;
        for (std::size_t i = 0; i < job.priorities.size(); ++i) {
            auto const& name = state_.partition(job.spec->choices[i].partition).name;
            auto const own = std::ranges::find(
                from.priorities, name, &std::pair<std::string, std::uint32_t>::first);
            if (own != from.priorities.end())
                job.priorities[i] = own->second;
            else if (basic || job.priorities.size() == 1)
                job.priorities[i] = from.priority;
            else  // the other partitions differ from this one as computed
                job.priorities[i] += from.priority - computed;
        }
        job.priority = job.priorities[static_cast<std::size_t>(job.choice)];
        if (basic) state_.accounting.basic.note(job.priority);
    }

    void compare(QueuedJob const& from, Job& job) {
        auto const difference =
            static_cast<std::int64_t>(job.priority) - static_cast<std::int64_t>(from.priority);
        ++out_.priorities;
        if (std::llabs(difference) > std::max<std::int64_t>(2, from.priority / 100))
            ++out_.other_priorities;
        if (queue_.usage_known) return;
        // Fair share is not known: whatever it is, it stays.
        job.nice += difference;
        for (auto& factors : job.factors) factors.nice += difference;
    }

    void place(QueuedJob const& from, JobSlot slot) {
        out_.assumed_places += hold_recorded_nodes(state_, from, slot) ? 1 : 0;
    }

    /// The counts and lists that a start changes (start_job), as they are some time after it.
    void begin_run(JobSlot slot) {
        auto& job = state_.jobs.at(slot);
        job.end = job.start + job.limit.value_or(year);
        job.usage_until = std::clamp(calculated_, job.start, queue_.now);
        job.allocated_tres = allocated_tres(state_.site(), job);
        job.billing = billing_of(state_.site(), job);
        ++job.run;
        hold_licenses(state_.nodes, job, 1);
        count_choice(state_.accounting.counts, state_.config, job, true);
        count_start(state_.accounting.counts, state_.config, job);
        auto const groups = groups_of(state_.config, job, job.choice);
        if (state_.accounting.limit_plan->stages(groups).any()) {
            auto const elapsed = job.usage_until - job.start;
            state_.accounting.counts.run_down({groups, job.allocated_tres, nullptr},
                                              std::clamp(job.end - job.start, Seconds{}, elapsed));
        }
        schedule_end(state_.jobs, slot);
        state_.jobs.running.insert(state_.jobs.table, slot);
        displace(state_, gang_start(state_, slot));
    }

    void wait(QueuedJob const& from, JobSlot slot) {
        auto& job = state_.jobs.at(slot);
        if (job.accrue && state_.settings().priority.type == PriorityType::multifactor) {
            auto const groups = groups_of(state_.config, job, 0);
            bool const counted = !state_.settings().priority.accrue_always &&
                                 state_.accounting.limit_plan->enforced() &&
                                 state_.accounting.limit_plan->stages(groups).accrue;
            if (counted) {
                job.accruing = job.tasks();
                state_.accounting.counts.add_accrue(groups, job.accruing);
            }
        }
        add_pending(state_, slot);
        // A limit or the order of the queue is found again by the next pass.
        auto& added = state_.jobs.at(slot);
        if (added.in_queue) added.reason = from.reason;
    }

    /// The node weights that the submissions of these jobs left behind (submit_job).
    void leave_weights() {
        for (JobSlot const slot : present_) {
            auto const& job = state_.jobs.at(slot);
            auto const& choice = job.spec->choices.front();
            weigh_nodes(state_.selection.scratch,
                        state_.accounting.counts,
                        groups_of(state_.config, job, 0),
                        choice.nodes.front());
            test_submission(state_, choice);
        }
    }

    void finish() {
        state_.jobs.next_id = std::max(queue_.next_id, highest_ + 1);
        state_.jobs.queue.resort(state_.jobs.table);
        state_.nodes.refresh_available();
        std::optional<Instant> changed = queue_.last_change;
        for (auto const node : queue_.planned) state_.nodes.planned.insert(node);
        for (QueuedJob const& job : queue_.jobs) {
            for (auto const& at : {std::optional(job.request.submit),
                                   job.state == JobState::pending ? std::nullopt : job.start,
                                   is_final(job.state) ? job.end : std::nullopt})
                if (at && *at <= queue_.now) changed = std::max(changed, at);
        }
        if (!pending_.empty() && state_.settings().priority.type == PriorityType::multifactor)
            changed = std::max(changed, queue_.last_calculation);
        state_.triggers.changed = changed;
        ++state_.triggers.changes;
        // Whatever happened after the last pass has asked for another one.
        if (changed && changed >= queue_.last_pass) ++state_.triggers.requests;
        state_.triggers.last_activity = changed.value_or(queue_.now);
    }

    ClusterState& state_;
    QueueNow const& queue_;
    TakeOver out_;
    Instant calculated_;
    std::int32_t highest_ = 0;
    std::vector<JobSlot> present_;  ///< not ended, in order
    std::vector<JobSlot> running_;
    std::vector<std::pair<QueuedJob const*, JobSlot>> pending_;
};

}  // namespace

TakeOver take_over(ClusterState& state, QueueNow const& queue) {
    return Taking(state, queue).run();
}

void set_run_times(ClusterState& state, JobSlot slot, std::vector<Seconds> run_times) {
    auto& job = state.jobs.at(slot);
    auto spec = std::make_shared<JobSpec>(*job.spec);
    spec->request.run_times = std::move(run_times);
    job.spec = std::move(spec);
    if (!job.runs()) return;
    ++job.run;
    schedule_end(state.jobs, slot);
}

}  // namespace clustersim::slurm
