// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/queue_order.hpp"

#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/final_state.hpp"
#include "sim/slurm/controller/preemption.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The order of a pass. The relation is not transitive.
struct Before {
    Configuration const& config;
    JobsState const& jobs;

    bool operator()(QueueRecord const& a, QueueRecord const& b) const;
};

bool Before::operator()(QueueRecord const& a, QueueRecord const& b) const {
    auto const& first = jobs.at(a.slot);
    auto const& second = jobs.at(b.slot);
    if (can_preempt(config, first, a.choice, second, b.choice)) return true;
    if (can_preempt(config, second, b.choice, first, a.choice)) return false;
    return queued_before(a, b);
}

void merge_sort(Before const& before,
                std::vector<QueueRecord>& records,
                std::vector<QueueRecord>& room,
                std::size_t from,
                std::size_t to) {
    if (to - from < 2) return;
    auto const middle = from + (to - from) / 2;
    merge_sort(before, records, room, from, middle);
    merge_sort(before, records, room, middle, to);
    auto left = from;
    auto right = middle;
    for (auto out = from; out < to; ++out) {
        bool const take_right =
            left == middle || (right < to && before(records[right], records[left]));
        room[out] = take_right ? records[right++] : records[left++];
    }
    std::copy(room.begin() + static_cast<std::ptrdiff_t>(from),
              room.begin() + static_cast<std::ptrdiff_t>(to),
              records.begin() + static_cast<std::ptrdiff_t>(from));
}

/// True if preemption changes nothing in the order of the queue.
bool keeps_order(Configuration const& config,
                 JobsState const& jobs,
                 std::vector<QueueRecord> const& records) {
    if (records.empty()) return true;
    if (config.settings().preempt_type == PreemptType::partition_prio)
        return !records.front().reservation;
    return std::ranges::none_of(records, [&](QueueRecord const& record) {
        return config.preemption.from_qos(jobs.at(record.slot).spec->qos);
    });
}

}  // namespace

std::vector<QueueRecord> order_with_preemption(Configuration const& config, JobsState const& jobs) {
    std::vector<QueueRecord> records;
    for (auto const& record : jobs.queue.records())
        if (jobs.at(record.slot).queued == record.generation) records.push_back(record);
    if (keeps_order(config, jobs, records)) return records;
    std::sort(records.begin(), records.end(), [&](QueueRecord const& a, QueueRecord const& b) {
        auto const first = jobs.at(a.slot).sequence;
        auto const second = jobs.at(b.slot).sequence;
        if (first != second) return first < second;
        return a.choice != b.choice ? a.choice < b.choice : a.reservation < b.reservation;
    });
    // Arrays at their limit of tasks have no record, so they do not change where the sort divides the list (observed).
    auto const at_limit =
        std::stable_partition(records.begin(), records.end(), [&](QueueRecord const& record) {
            return array_may_start(jobs.table, jobs.at(record.slot));
        });
    std::vector<QueueRecord> room(records.size());
    auto const sorted = static_cast<std::size_t>(at_limit - records.begin());
    merge_sort(Before{config, jobs}, records, room, 0, sorted);
    return records;
}

bool deadline_missed(ClusterState& state, JobSlot slot, std::int32_t partition) {
    auto const& job = state.jobs.at(slot);
    auto const& request = job.spec->request;
    if (!request.deadline) return false;
    auto const shortest = limit_of(request.time_min_minutes)
                              .value_or(effective_limit(*state.config.site, job, partition));
    if (state.clock.now() + shortest <= *request.deadline) return false;
    end_pending(state, slot, JobState::deadline, Reason::deadline);
    ++state.triggers.requests;
    return true;
}

}  // namespace clustersim::slurm
