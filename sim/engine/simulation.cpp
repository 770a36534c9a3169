// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/simulation.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// Order for std::push_heap and related functions: the earliest completion on top.
constexpr auto later = [](auto const& a, auto const& b) {
    return a.end != b.end ? a.end > b.end : a.sequence > b.sequence;
};

std::vector<std::int32_t> numbers_of(std::vector<NodeRange> const& ranges) {
    std::vector<std::int32_t> nodes;
    for (NodeRange const& range : ranges)
        for (std::int32_t i = 0; i < range.count; ++i) nodes.push_back(range.first + i);
    std::ranges::sort(nodes);
    return nodes;
}

}  // namespace

Simulation::Simulation(PoolShape shape, PolicyEntry const& policy, std::span<Job const> jobs)
    : jobs_(jobs),
      pool_(shape),
      policy_(policy.make(shape)),
      starts_(jobs.size(), Instant::never()) {
    CS_ENSURE(std::ranges::is_sorted(jobs, submitted_before), "jobs are sorted by (submit, id)");
    CS_ENSURE(std::ranges::all_of(jobs, [&](Job const& j) { return shape.can_ever_start(j); }),
              "every job fits the empty machine");
    if (!jobs.empty()) now_ = jobs.front().submit;
}

Instant Simulation::next_event() const {
    if (pass_wanted_) return now_;
    Instant next = policy_->next_wakeup();
    if (!completions_.empty()) next = std::min(next, completions_.front().end);
    if (next_submission_ < jobs_.size()) next = std::min(next, jobs_[next_submission_].submit);
    return next;
}

bool Simulation::step() {
    Instant const next = next_event();
    if (next == Instant::never()) return false;
    now_ = std::max(now_, next);
    complete_due();
    submit_due();
    schedule();
    return true;
}

bool Simulation::run(std::function<bool()> const& interrupted) {
    constexpr unsigned steps_between_checks = 256;
    for (unsigned steps = 1; step(); ++steps)
        if (steps % steps_between_checks == 0 && interrupted && interrupted()) return false;
    CS_ENSURE(queue_.empty(), "every job has run at the end");
    return true;
}

void Simulation::run_until(Instant t) {
    while (next_event() <= t && step()) {
    }
    now_ = std::max(now_, t);
}

JobIndex Simulation::submit_now(Job job, std::shared_ptr<PlacedWork const> work) {
    CS_ENSURE(shape().can_ever_start(job), "a submitted job fits the empty machine");
    job.submit = now_;
    JobIndex const index{static_cast<std::uint32_t>(starts_.size())};
    extra_jobs_.push_back(job);
    placements_.push_back({std::move(work), nullptr});
    starts_.push_back(Instant::never());
    enqueue(index);
    pass_wanted_ = true;
    return index;
}

std::optional<Instant> Simulation::run_until_started(JobIndex index, Horizon horizon) {
    Instant const last = horizon.after(job(index).submit);
    while (starts_[index.value] == Instant::never() && next_event() <= last)
        CS_ENSURE(step(), "a job that fits starts eventually");
    return start_of(index);
}

Job const& Simulation::job(JobIndex index) const {
    return index.value < jobs_.size() ? jobs_[index.value]
                                      : extra_jobs_[index.value - jobs_.size()];
}

std::optional<Instant> Simulation::start_of(JobIndex index) const {
    Instant const start = starts_[index.value];
    return start == Instant::never() ? std::nullopt : std::optional(start);
}

std::optional<Instant> Simulation::end_of(JobIndex index) const {
    Instant const start = starts_[index.value];
    return start == Instant::never() ? std::nullopt : std::optional(start + job(index).occupancy());
}

double Simulation::pending_work() const {
    double work = 0.0;
    for (auto slot = queue_.front(); slot != queue_.end(); slot = queue_.next(slot)) {
        PendingJob const& waiting = queue_[slot];
        work += static_cast<double>(waiting.total_units()) * static_cast<double>(waiting.requested);
    }
    return work;
}

std::vector<JobRecord> Simulation::records() const {
    std::vector<JobRecord> records;
    records.reserve(starts_.size());
    for (std::uint32_t i = 0; i < starts_.size(); ++i) {
        if (starts_[i] == Instant::never()) continue;
        Job const& j = job({i});
        records.push_back({.id = j.id,
                           .submit = j.submit,
                           .start = starts_[i],
                           .end = starts_[i] + j.occupancy(),
                           .nodes = j.nodes,
                           .units = j.units});
    }
    return records;
}

std::vector<NodeRange> Simulation::nodes_of(JobIndex index) const {
    auto const it = std::ranges::find(running_, index, &RunningJob::job);
    return it == running_.end() ? std::vector<NodeRange>{} : allocations_[it->allocation];
}

std::shared_ptr<PlacedRun const> Simulation::placed_run(JobIndex index) const {
    return index.value < jobs_.size() ? nullptr : placements_[index.value - jobs_.size()].run;
}

/// Computes the run time of a starting job from its work, on its nodes.
void Simulation::place(JobIndex index, std::vector<NodeRange> const& nodes) {
    if (index.value < jobs_.size()) return;
    std::size_t const at = index.value - jobs_.size();
    Placement& placement = placements_[at];
    if (placement.work == nullptr) return;
    NodesInUse use{numbers_of(nodes), {}};
    for (RunningJob const& other : running_)
        if (other.nodes > 1) use.others.push_back(numbers_of(allocations_[other.allocation]));
    placement.run = placement.work->run_on(use, {});
    extra_jobs_[at].run = placement.run->run_time;
}

void Simulation::enqueue(JobIndex index) {
    Job const& j = job(index);
    queue_.push_back({index, j.nodes, j.units, j.requested.count});
}

void Simulation::complete_due() {
    while (!completions_.empty() && completions_.front().end <= now_) {
        std::ranges::pop_heap(completions_, later);
        Completion const done = completions_.back();
        completions_.pop_back();
        Instant const estimated_end = starts_[done.job.value] + job(done.job).requested;
        auto it = std::ranges::lower_bound(running_, estimated_end, {}, &RunningJob::estimated_end);
        while (it->job != done.job) ++it;
        pool_.release(allocations_[done.allocation], it->units);
        running_.erase(it);
        allocations_[done.allocation].clear();
        free_allocations_.push_back(done.allocation);
        released_ = true;
        ended_early_ = ended_early_ || estimated_end > now_;
    }
}

void Simulation::submit_due() {
    while (next_submission_ < jobs_.size() && jobs_[next_submission_].submit <= now_) {
        enqueue({static_cast<std::uint32_t>(next_submission_)});
        ++next_submission_;
    }
}

void Simulation::schedule() {
    decisions_.clear();
    ClusterView const view{.now = now_,
                           .shape = pool_.shape(),
                           .pool = pool_,
                           .queue = queue_,
                           .running = running_,
                           .allocations = allocations_,
                           .first_new = first_new_,
                           .released = released_,
                           .ended_early = ended_early_};
    policy_->pass(view, decisions_);
    for (Decisions::Start const& decision : decisions_.starts) start(decision);
    queue_.compact();
    first_new_ = queue_.end();
    released_ = false;
    ended_early_ = false;
    pass_wanted_ = false;
}

void Simulation::start(Decisions::Start const& decision) {
    PendingJob const pending = queue_[decision.slot];
    queue_.remove(decision.slot);
    if (free_allocations_.empty()) {
        free_allocations_.push_back(static_cast<std::uint32_t>(allocations_.size()));
        allocations_.emplace_back();
    }
    std::uint32_t const allocation = free_allocations_.back();
    free_allocations_.pop_back();
    std::vector<NodeRange>& nodes = allocations_[allocation];
    if (decision.range_count == 0) {
        pool_.allocate(pending.nodes, pending.units, nodes);
    } else {
        auto const chosen =
            std::span(decisions_.ranges).subspan(decision.first_range, decision.range_count);
        pool_.take(chosen, pending.units);
        nodes.assign(chosen.begin(), chosen.end());
    }
    starts_[pending.job.value] = now_;
    place(pending.job, nodes);
    RunningJob const running{
        now_ + Seconds{pending.requested}, pending.job, allocation, pending.nodes, pending.units};
    running_.insert(
        std::ranges::upper_bound(running_, running.estimated_end, {}, &RunningJob::estimated_end),
        running);
    completions_.push_back(
        {now_ + job(pending.job).occupancy(), sequence_++, allocation, pending.job});
    std::ranges::push_heap(completions_, later);
}

std::optional<std::string> Simulation::broken_invariant_now() const {
    std::vector<std::int32_t> used(static_cast<std::size_t>(shape().nodes));
    for (RunningJob const& job : running_) {
        std::int32_t nodes = 0;
        for (NodeRange const range : allocations_[job.allocation]) {
            nodes += range.count;
            for (std::int32_t node = range.first; node < range.first + range.count; ++node)
                used[static_cast<std::size_t>(node)] += job.units;
        }
        if (nodes != job.nodes)
            return "a running job has another number of nodes than it requested";
        if (job.estimated_end < now_) return "a job runs past its requested time";
    }
    std::int64_t free = 0;
    for (std::int32_t node = 0; node < shape().nodes; ++node) {
        std::int32_t const left = shape().units_per_node - used[static_cast<std::size_t>(node)];
        if (left < 0) return "a node is over-allocated";
        if (left != pool_.free_on(node)) return "a node's free units are not what its jobs leave";
        free += left;
    }
    if (free != pool_.free_units()) return "free units are miscounted";
    if (!std::ranges::is_sorted(running_, {}, &RunningJob::estimated_end))
        return "running jobs out of order";
    return std::nullopt;
}

}  // namespace clustersim
