// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/jobs_state.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace clustersim::slurm {

namespace {

/// A pending job is either in the queue with its records, or among those that are not eligible; a
/// requeued one is in neither until its epilog ends.
void check_pending(JobsState const& jobs) {
    std::vector<bool> has_record(jobs.table.slots(), false);
    for (auto const& record : jobs.queue.records()) {
        if (jobs.at(record.slot).queued == record.generation) {
            CS_ENSURE(jobs.at(record.slot).in_queue, "only a queued job has valid records");
            has_record[record.slot.value] = true;
        }
    }
    std::vector<bool> waits(jobs.table.slots(), false);
    for (auto const slot : jobs.queue.waiting()) waits[slot.value] = true;
    jobs.table.for_each([&](JobSlot slot, Job const& job) {
        auto const at = slot.value;
        CS_ENSURE(!job.in_queue || job.pending(), "a queued job is pending");
        CS_ENSURE(job.in_queue == has_record[at], "a queued job has records");
        CS_ENSURE(!job.pending() || job.in_queue || waits[at] || job.completing,
                  "a pending job is in the queue or among the ineligible");
    });
}

/// The counts of an array are the sums over its known tasks.
void check_arrays(JobTable const& table) {
    struct Tasks {
        std::int32_t unfinished = 0;
        std::int32_t running = 0;
    };
    std::unordered_map<std::int32_t, Tasks> tasks;
    table.for_each([&](JobSlot, Job const& job) {
        if (job.array_id != 0) {
            auto& sum = tasks[job.array_id];
            sum.unfinished += is_final(job.state) ? 0 : job.tasks();
            sum.running += job.runs() ? 1 : 0;
        }
    });
    table.for_each_array([&](std::int32_t id, ArrayCounts const& counts) {
        auto const& sum = tasks[id];
        CS_ENSURE(counts.unfinished == sum.unfinished, "an array counts its unfinished tasks");
        CS_ENSURE(counts.running == sum.running, "an array counts its running tasks");
        CS_ENSURE(!counts.meta || table.at(*counts.meta).array_id == id,
                  "the record of an array's pending tasks belongs to it");
    });
}

/// A running job has one future end, a suspended one has none.
void check_ends(JobsState const& jobs) {
    std::vector<std::int32_t> ends(jobs.table.slots(), 0);
    for (auto const& event : jobs.ends.all()) {
        auto const& job = jobs.at(event.slot);
        if (job.run == event.run) {
            ++ends[event.slot.value];
            CS_ENSURE(event.killed == job.completing,
                      "the next event of a killed job is its epilog's end");
        }
    }
    jobs.table.for_each([&](JobSlot slot, Job const& job) {
        bool const ends_by_itself = job.state == JobState::running || job.completing;
        CS_ENSURE(ends[slot.value] == (ends_by_itself ? 1 : 0), "a run or an epilog has one end");
    });
}

}  // namespace

JobsState::JobsState(Site const& site)
    : next_id(static_cast<std::int32_t>(site.settings.first_job_id)) {
    if (site.settings.gang) {
        gang.partitions.resize(site.partitions.size());
        gang.sort(site);
    }
}

JobSlot JobsState::split_task(JobSlot slot) {
    if (!at(slot).is_meta()) return slot;
    auto& meta = at(slot);
    auto const task = meta.pending_tasks.front();
    if (meta.pending_tasks.size() == 1) {
        meta.pending_tasks.clear();
        meta.task = task;
        if (auto* array = table.array(meta.array_id)) array->meta.reset();
        table.name_task(slot);
        return slot;
    }
    meta.pending_tasks.erase(meta.pending_tasks.begin());
    Job one = meta;
    one.pending_tasks.clear();
    one.task = task;
    one.id = next_id++;
    one.in_queue = false;
    one.accruing = std::min(1, meta.accruing);
    meta.accruing -= one.accruing;
    auto const added = table.add(std::move(one));
    // The task takes the array's position in the job list, and the array moves to the end.
    std::swap(at(added).sequence, meta.sequence);
    table.name_task(added);
    return added;
}

void JobsState::check(std::size_t nodes) const {
    running.check(table, nodes);
    check_pending(*this);
    check_arrays(table);
    check_ends(*this);
    std::size_t final = 0;
    table.for_each([&](JobSlot, Job const& job) { final += is_final(job.state) ? 1 : 0; });
    CS_ENSURE(final == finished.size(), "every finished job is listed once");
    auto const stopped =
        std::ranges::count_if(running, [&](JobSlot slot) { return at(slot).suspension.by_admin; });
    CS_ENSURE(stopped == stopped_by_admin, "stopped_by_admin counts running jobs");
}

void schedule_end(JobsState& jobs, JobSlot slot) {
    auto const& job = jobs.at(slot);
    jobs.ends.add({end_of_run(job), slot, job.run, false});
}

}  // namespace clustersim::slurm
