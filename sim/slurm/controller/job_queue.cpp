// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_queue.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Sorts records of which most move by few places, or none: between two calculations all jobs age alike, and fair shares
/// change little. Gives the order of a stable sort.
void sort_nearly_sorted(std::vector<QueueRecord>& records) {
    auto const before = [](QueueRecord const& a, QueueRecord const& b) {
        return queued_before(a, b);
    };
    auto moves_left = 8 * records.size();
    for (std::size_t i = 1; i < records.size(); ++i) {
        if (!before(records[i], records[i - 1])) continue;
        auto const record = records[i];
        auto at = i;
        for (; at > 0 && before(record, records[at - 1]); --at) records[at] = records[at - 1];
        records[at] = record;
        if (i - at > moves_left) {
            std::stable_sort(records.begin(), records.end(), before);
            return;
        }
        moves_left -= i - at;
    }
}

}  // namespace

bool queued_before(QueueRecord const& a, QueueRecord const& b) {
    bool const a_reserved = a.reservation.has_value();
    bool const b_reserved = b.reservation.has_value();
    if (a_reserved != b_reserved) return a_reserved;
    if (a.tier != b.tier) return a.tier > b.tier;
    if (a.priority != b.priority) return a.priority > b.priority;
    if (a.submit != b.submit) return a.submit < b.submit;
    if (a.order_id != b.order_id) return a.order_id < b.order_id;
    if (a.task != b.task) return a.task < b.task;
    if (a.reservation != b.reservation) return a.reservation < b.reservation;
    return a.choice != b.choice ? a.choice < b.choice : a.prefer && !b.prefer;
}

void JobQueue::insert(QueueRecord const& record) {
    records_.insert(std::upper_bound(records_.begin(), records_.end(), record, queued_before),
                    record);
}

void JobQueue::resort(JobTable const& jobs) {
    std::size_t kept = 0;
    for (auto const& record : records_) {
        auto const& job = jobs.at(record.slot);
        if (job.queued != record.generation) continue;
        records_[kept] = record;
        records_[kept++].priority = job.priorities[static_cast<std::size_t>(record.choice)];
    }
    records_.resize(kept);
    void_ = 0;
    sort_nearly_sorted(records_);
}

void JobQueue::sweep(JobTable const& jobs) {
    if (void_ <= 32 || void_ * 4 < records_.size()) return;
    std::erase_if(records_, [&](QueueRecord const& record) {
        return jobs.at(record.slot).queued != record.generation;
    });
    void_ = 0;
}

std::vector<JobSlot> JobQueue::pending_slots(JobTable const& jobs) const {
    // Order of creation in the upper bits, slot in the lower ones: sorting one number per job is
    // faster than sorting the slots by looking up their jobs.
    std::vector<std::uint64_t> keys;
    keys.reserve(records_.size() + waiting_.size());
    auto const add = [&](JobSlot slot) {
        keys.push_back(std::uint64_t{jobs.at(slot).sequence} << 32 | slot.value);
    };
    for (auto const slot : waiting_) add(slot);
    for (auto const& record : records_)
        if (jobs.at(record.slot).queued == record.generation) add(record.slot);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::vector<JobSlot> slots;
    slots.reserve(keys.size());
    for (auto const key : keys) slots.push_back({static_cast<std::uint32_t>(key)});
    return slots;
}

void leave_queue(JobQueue& queue, Job& job) {
    if (!job.in_queue) return;
    job.in_queue = false;
    ++job.queued;
    queue.count_void();
}

}  // namespace clustersim::slurm
