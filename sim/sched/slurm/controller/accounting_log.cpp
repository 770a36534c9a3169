// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/accounting_log.hpp"

#include "sim/sched/slurm/controller/job_view.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <tuple>

namespace clustersim::slurm {

namespace {

std::int64_t memory_of(std::vector<std::pair<std::string, std::int64_t>> const& tres) {
    for (auto const& [name, amount] : tres) {
        if (name == "mem") return amount;
    }
    return 0;
}

/// What is known as long as a run is not over.
void refresh(AccountingRecord& record, Site const& site, Job const& job) {
    ResourceRequest const& request = job.chosen().request;
    record.id = job.id;
    record.array_id = job.array_id;
    record.waiting_tasks = job.pending_tasks;
    if (job.array_id != 0 && !job.is_meta()) record.array_task = job.task;
    record.partition = partition_text(site, job);
    record.submit = Instant{job.submit};
    if (job.eligible) record.eligible = Instant{*job.eligible};
    record.limit_minutes = job.limit_minutes;
    record.requested_nodes = request.min_nodes;
    record.requested_cpus = request.min_cpus;
    record.requested_tres = named_tres(site, job.spec->tres);
    record.requested_memory_mb = memory_of(record.requested_tres);
    record.memory_per_cpu = request.memory.basis == MemoryBasis::per_cpu;
    record.tasks = request.ntasks;
    record.priority = job.priority;
    record.state = job.state;
    // The reason of one that runs is none; what counts is why it waited last.
    if (job.pending()) record.reason = job.reason;
}

/// What the first node gives to the batch step: its part of CPUs, memory and devices.
std::vector<std::pair<std::string, std::int64_t>> batch_tres(Job const& job, Site const& site) {
    NodeShare const& first = job.allocation.nodes.front();
    TresCounts counts(site.tres.size(), 0);
    counts[tres::cpu] = first.cpus;
    counts[tres::mem] = first.memory_mb;
    counts[tres::node] = 1;
    if (auto const gpu = site.tres.find("gres/gpu"); gpu && job.allocated_tres.size() > *gpu)
        counts[*gpu] =
            std::min<std::int64_t>(std::popcount(first.devices), job.allocated_tres[*gpu]);
    return named_tres(site, counts);
}

}  // namespace

AccountingRecord& AccountingLog::open_record(Job const& job) {
    auto const [entry, is_new] = open_.emplace(job.id, records_.size());
    if (is_new) {
        AccountingRecord record;
        record.name = job.spec->request.name;
        record.user = record.group = job.spec->request.user;
        record.account = job.spec->account_name;
        if (job.spec->qos >= 0)
            record.qos = site_->qos[static_cast<std::size_t>(job.spec->qos)].name;
        record.reservation = job.spec->request.reservation;
        record.constraints = job.spec->request.constraint;
        records_.push_back(std::move(record));
    }
    return records_[entry->second];
}

void AccountingLog::submitted(Job const& job, std::int64_t /*now*/) {
    refresh(open_record(job), *site_, job);
}

void AccountingLog::reason_changed(Job const& job, std::int64_t /*now*/) {
    if (job.pending()) refresh(open_record(job), *site_, job);
}

void AccountingLog::started(Job const& job, std::int64_t now) {
    AccountingRecord& record = open_record(job);
    refresh(record, *site_, job);
    record.start = Instant{now};
    record.started_by = job.started_by;
    record.allocated_cpus = job.allocation.cpus;
    record.nodes = nodes_of(job.allocation);
    record.allocated_tres = named_tres(*site_, job.allocated_tres);
    if (job.allocation.nodes.empty()) return;
    record.first_node_cpus = job.allocation.nodes.front().cpus;
    record.first_node_tres = batch_tres(job, *site_);
}

void AccountingLog::ended(Job const& job, JobState run_state, std::int64_t now) {
    AccountingRecord& record = open_record(job);
    record.state = run_state;
    record.requeued = run_state == JobState::pending;
    record.end = Instant{now};
    if (run_state == JobState::failed || run_state == JobState::completed)
        record.exit_code = job.spec->request.exit_code;
    open_.erase(job.id);
}

void AccountingLog::finished(Job const& job, std::int64_t now) {
    // One that ran has been closed by `ended`.
    auto const entry = open_.find(job.id);
    if (entry == open_.end()) return;
    AccountingRecord& record = records_[entry->second];
    refresh(record, *site_, job);
    record.end = Instant{now};
    open_.erase(entry);
}

std::vector<AccountingRecord> AccountingLog::records(ClusterState const& state) const {
    std::vector<AccountingRecord> all = records_;
    for (auto const& [id, position] : open_) {
        JobSlot const slot = state.jobs.find(static_cast<std::int32_t>(id));
        if (slot == no_job) continue;
        Job const& job = state.jobs.at(slot);
        refresh(all[position], *site_, job);
        if (auto const* array = state.jobs.array(job.array_id))
            all[position].array_limit = array->limit;
    }
    std::erase_if(all, [](AccountingRecord const& r) { return !r.eligible && !r.start; });
    std::ranges::stable_sort(all, {}, [](AccountingRecord const& r) {
        return std::tuple(
            r.submit, r.array_id != 0 ? r.array_id : r.id, r.array_task.value_or(INT32_MAX));
    });
    return all;
}

}  // namespace clustersim::slurm
