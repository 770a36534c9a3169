// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/policy_queue.hpp"

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

bool PolicyQueue::step(Instant end) {
    return simulation_.next_event() <= end && simulation_.step();
}

std::size_t PolicyQueue::submit_now(StudyJob const& job) {
    return simulation_.submit_now(job.job).value;
}

std::optional<Instant> PolicyQueue::run_until_started(std::size_t job) {
    return simulation_.run_until_started(JobIndex{static_cast<std::uint32_t>(job)});
}

NodesInUse PolicyQueue::nodes_in_use(std::size_t job) const {
    NodesInUse use;
    for (RunningJob const& running : simulation_.running()) {
        bool const own = running.job.value == job;
        if (!own && running.nodes < 2) continue;
        std::vector<std::int32_t> nodes;
        for (NodeRange const& range : simulation_.nodes_of(running.job)) {
            for (std::int32_t i = 0; i < range.count; ++i) nodes.push_back(range.first + i);
        }
        std::ranges::sort(nodes);
        if (own)
            use.own = std::move(nodes);
        else
            use.others.push_back(std::move(nodes));
    }
    return use;
}

std::int64_t PolicyQueue::busy_units() const {
    return simulation_.shape().total_units() - simulation_.free_units();
}

}  // namespace clustersim
