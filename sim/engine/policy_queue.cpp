// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/policy_queue.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {

PolicyQueue::PolicyQueue(PoolShape shape,
                         PolicyEntry const& policy,
                         std::shared_ptr<std::vector<Job> const> jobs)
    : jobs_(std::move(jobs)), simulation_(shape, policy, *jobs_) {}

std::unique_ptr<QueueModel> PolicyQueue::fork() const {
    return std::make_unique<PolicyQueue>(*this);
}

void PolicyQueue::run_until(Instant t) {
    while (simulation_.next_event() <= t) {
        if (interrupted()) return;
        if (!simulation_.step()) break;
    }
    simulation_.run_until(t);
}

bool PolicyQueue::step(Instant end) {
    return simulation_.next_event() <= end && simulation_.step();
}

std::size_t PolicyQueue::submit_now(StudyJob const& job) {
    Job const* asked = std::get_if<Job>(&job.request);
    CS_ENSURE(asked != nullptr, "a policy reads no options of sbatch");
    return simulation_.submit_now(*asked, job.work).value;
}

std::optional<Instant> PolicyQueue::run_until_started(std::size_t job, Horizon horizon) {
    JobIndex const index{static_cast<std::uint32_t>(job)};
    own_life_ = std::max(own_life_, simulation_.job(index).submit);
    while (!simulation_.start_of(index)) {
        if (interrupted()) return std::nullopt;
        if (simulation_.next_event() > horizon.after(own_life_)) {
            given_up_.insert_or_assign(job, horizon);
            return std::nullopt;
        }
        CS_ENSURE(simulation_.step(), "a job that fits starts some day");
    }
    Instant const started = *simulation_.start_of(index);
    own_life_ = std::max(own_life_, started + simulation_.job(index).requested);
    return started;
}

bool PolicyQueue::given_up(std::size_t job) const {
    return given_up_.contains(job) && !simulation_.start_of({static_cast<std::uint32_t>(job)});
}

std::string PolicyQueue::why_not_running(std::size_t job) const {
    if (!given_up(job)) return {};
    return fmt::format("no start within {} of queue", human(given_up_.at(job).span().duration()));
}

std::shared_ptr<PlacedRun const> PolicyQueue::placed_run(std::size_t job) const {
    return simulation_.placed_run(JobIndex{static_cast<std::uint32_t>(job)});
}

std::int64_t PolicyQueue::busy_units() const {
    return simulation_.shape().total_units() - simulation_.free_units();
}

Past PolicyQueue::recorded_runs() const {
    bool const counts_nodes = simulation_.shape().units_per_node == 1;
    Past runs;
    for (JobRecord const& record : simulation_.records()) {
        PastJob& run = runs.jobs.emplace_back(record.past_job());
        (counts_nodes ? run.nodes : run.gpus) = static_cast<std::int32_t>(record.total_units());
    }
    std::ranges::stable_sort(runs.jobs, {}, &PastJob::start);
    return runs;
}

}  // namespace clustersim
