// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/running_jobs.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool expected_before(JobTable const& jobs, JobSlot a, JobSlot b) {
    auto const& first = jobs.at(a);
    auto const& second = jobs.at(b);
    return first.end != second.end ? first.end < second.end : first.sequence < second.sequence;
}

}  // namespace

void RunningJobs::insert(JobTable const& jobs, JobSlot slot) {
    auto const place =
        std::upper_bound(slots_.begin(), slots_.end(), slot, [&](JobSlot a, JobSlot b) {
            return expected_before(jobs, a, b);
        });
    auto const& job = jobs.at(slot);
    auto const position = static_cast<std::size_t>(place - slots_.begin());
    departures_.insert(position, job.end, job.allocation);
    slots_.insert(place, slot);
    ++changes_;
}

void RunningJobs::erase(JobSlot slot) {
    auto const place = std::find(slots_.begin(), slots_.end(), slot);
    CS_ENSURE(place != slots_.end(), "only a running job stops running");
    departures_.erase(static_cast<std::size_t>(place - slots_.begin()));
    slots_.erase(place);
    ++changes_;
}

void RunningJobs::sort(JobTable const& jobs, JobSlot slot) {
    erase(slot);
    insert(jobs, slot);
}

void RunningJobs::check(JobTable const& jobs, std::size_t nodes) const {
    CS_ENSURE(departures_.size() == slots_.size(), "every running job has a departure");
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        auto const& job = jobs.at(slots_[i]);
        CS_ENSURE(job.runs(), "a job listed as running runs or is suspended");
        CS_ENSURE(departures_.end(i) == job.end, "a job departs at its expected end");
        CS_ENSURE(i == 0 || expected_before(jobs, slots_[i - 1], slots_[i]),
                  "running jobs are sorted by expected end, then by creation");
        NodeSet left(nodes);
        departures_.insert_into(i, left);
        CS_ENSURE(left == node_set(job.allocation, nodes),
                  "a departure leaves the nodes that the job has");
    }
    std::size_t running = 0;
    jobs.for_each([&](JobSlot, Job const& job) { running += job.runs() ? 1 : 0; });
    CS_ENSURE(running == slots_.size(), "every running job is listed once");
}

NodesInUse nodes_in_use(RunningJobs const& running, JobTable const& jobs, Job const& job) {
    auto const nodes_of = [](Allocation const& held) {
        std::vector<std::int32_t> nodes;
        nodes.reserve(held.nodes.size());
        for (auto const& share : held.nodes) nodes.push_back(share.node);
        std::ranges::sort(nodes);
        return nodes;
    };
    NodesInUse use{nodes_of(job.allocation), {}};
    for (auto const slot : running) {
        auto const& held = jobs.at(slot).allocation;
        if (held.nodes.size() > 1) use.others.push_back(nodes_of(held));
    }
    return use;
}

}  // namespace clustersim::slurm
