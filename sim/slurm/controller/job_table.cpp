// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_table.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

JobSlot JobTable::add(Job job) {
    job.sequence = next_sequence_++;
    JobSlot slot;
    if (free_.empty()) {
        slot = JobSlot{static_cast<std::uint32_t>(jobs_.size())};
        jobs_.push_back(std::move(job));
    } else {
        slot = free_.back();
        free_.pop_back();
        // Old records and events of this slot must remain void.
        job.queued = at(slot).queued;
        job.run = at(slot).run;
        at(slot) = std::move(job);
    }
    slot_of_[at(slot).id] = slot;
    return slot;
}

void JobTable::purge(JobSlot slot) {
    auto const& job = at(slot);
    slot_of_.erase(job.id);
    if (job.array_id != 0) {
        if (job.task) tasks_.erase(task_key(job.array_id, *job.task));
        if (auto const found = arrays_.find(job.array_id);
            found != arrays_.end() && found->second.unfinished == 0)
            arrays_.erase(found);
    }
    Job nobody;
    nobody.queued = job.queued;
    nobody.run = job.run;
    at(slot) = std::move(nobody);
    free_.push_back(slot);
}

std::optional<JobSlot> JobTable::find(std::int32_t id) const {
    auto const found = slot_of_.find(id);
    return found == slot_of_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<JobSlot> JobTable::find_task(std::int32_t array_id, std::int32_t task) const {
    auto const found = tasks_.find(task_key(array_id, task));
    return found == tasks_.end() ? std::nullopt : std::optional(found->second);
}

void JobTable::name_task(JobSlot slot) {
    tasks_[task_key(at(slot).array_id, *at(slot).task)] = slot;
}

ArrayCounts* JobTable::array(std::int32_t array_id) {
    auto const found = arrays_.find(array_id);
    return found == arrays_.end() ? nullptr : &found->second;
}

ArrayCounts const* JobTable::array(std::int32_t array_id) const {
    auto const found = arrays_.find(array_id);
    return found == arrays_.end() ? nullptr : &found->second;
}

std::vector<JobSlot> JobTable::in_order() const {
    std::vector<JobSlot> slots;
    slots.reserve(slot_of_.size());
    for (auto const& [id, slot] : slot_of_) slots.push_back(slot);
    std::sort(slots.begin(), slots.end(), [&](JobSlot a, JobSlot b) {
        return at(a).sequence < at(b).sequence;
    });
    return slots;
}

}  // namespace clustersim::slurm
