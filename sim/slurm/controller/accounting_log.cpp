// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/accounting_log.hpp"

#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/controller/job_view.hpp"
#include "sim/slurm/controller/suspension.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace clustersim::slurm {

namespace {

std::int64_t memory_of(TresCounts const& counts) {
    return counts.size() > tres::mem ? counts[tres::mem] : 0;
}

/// The share of the batch step on the first node: CPUs, memory and devices.
TresCounts batch_counts(NodeShare const& first, TresCounts const& allocated, Site const& site) {
    TresCounts counts(site.tres.size(), 0);
    counts[tres::cpu] = first.cpus;
    counts[tres::mem] = first.memory_mb;
    counts[tres::node] = 1;
    if (auto const gpu = site.tres.find("gres/gpu"); gpu && allocated.size() > *gpu)
        counts[*gpu] = std::min<std::int64_t>(std::popcount(first.devices), allocated[*gpu]);
    return counts;
}

}  // namespace

void AccountingLog::refresh(Run& run, Job const& job) {
    AccountingRecord& record = run.record;
    ResourceRequest const& request = job.chosen().request;
    record.id = job.id;
    record.array_id = job.array_id;
    record.waiting_tasks = job.pending_tasks;
    if (job.array_id != 0 && !job.is_meta()) record.array_task = job.task;
    record.submit = job.submit;
    record.eligible = job.eligible;
    record.limit_minutes = count_of(job.limit);
    record.requested_nodes = request.min_nodes;
    record.requested_cpus = request.min_cpus;
    record.memory_per_cpu = request.memory.basis == MemoryBasis::per_cpu;
    record.tasks = request.ntasks;
    record.priority = job.priority;
    record.state = job.state;
    // A running job has no reason; the record keeps the last one while it was pending.
    if (job.pending()) record.reason = job.reason;
    run.choice = job.choice;
    run.waits = job.pending();
}

AccountingLog::Run& AccountingLog::open_run(Job const& job) {
    auto const [entry, is_new] = open_.emplace(job.id, runs_.size());
    if (is_new) {
        runs_.emplace_back();
        runs_.back().spec = job.spec;
    }
    return runs_[entry->second];
}

void AccountingLog::submitted(Job const& job, Instant /*now*/) {
    refresh(open_run(job), job);
}

void AccountingLog::reason_changed(Job const& job, Instant /*now*/) {
    if (job.pending()) refresh(open_run(job), job);
}

void AccountingLog::started(Job const& job, Instant now) {
    Run& run = open_run(job);
    refresh(run, job);
    run.record.start = now;
    run.record.started_by = job.started_by;
    run.record.allocated_cpus = job.allocation.cpus;
    run.record.nodes = nodes_of(job.allocation);
    run.allocated = job.allocated_tres;
    if (!job.allocation.nodes.empty()) run.first_node = job.allocation.nodes.front();
}

void AccountingLog::ended(Job const& job, JobState run_state, Instant now) {
    AccountingRecord& record = open_run(job).record;
    record.state = run_state;
    record.cancelled_by = job.cancelled_by;
    record.requeued = run_state == JobState::pending;
    record.end = now;
    record.suspended = job.suspension.total;
    if (run_state == JobState::failed || run_state == JobState::completed)
        record.exit_code = job.spec->request.exit_code;
    open_.erase(job.id);
}

void AccountingLog::finished(Job const& job, Instant now) {
    // A job that ran has been closed by `ended`.
    auto const entry = open_.find(job.id);
    if (entry == open_.end()) return;
    refresh(runs_[entry->second], job);
    runs_[entry->second].record.cancelled_by = job.cancelled_by;
    runs_[entry->second].record.end = now;
    open_.erase(entry);
}

AccountingRecord AccountingLog::named(Run const& run, Site const& site) {
    AccountingRecord record = run.record;
    JobSpec const& spec = *run.spec;
    record.name = spec.request.name;
    record.user = record.group = spec.request.user;
    record.account = spec.account_name;
    if (auto const* qos = qos_of(site, spec)) record.qos = qos->name;
    record.reservation = spec.request.reservation;
    record.constraints = spec.request.constraint;
    record.partition =
        partition_text(site, spec, run.waits ? std::nullopt : std::optional(run.choice));
    record.requested_tres = named_tres(site, spec.tres);
    record.requested_memory_mb = memory_of(spec.tres);
    if (record.nodes.empty()) return record;
    record.allocated_tres = named_tres(site, run.allocated);
    record.first_node_cpus = run.first_node.cpus;
    record.first_node_tres = named_tres(site, batch_counts(run.first_node, run.allocated, site));
    return record;
}

std::vector<AccountingRecord> AccountingLog::records(ClusterState const& state) const {
    std::vector<AccountingRecord> all;
    all.reserve(runs_.size());
    for (Run const& kept : runs_) {
        auto const open = open_.find(kept.record.id);
        Run run = kept;
        bool const is_open = open != open_.end() && &runs_[open->second] == &kept;
        if (is_open) {
            auto const slot = state.jobs.table.find(static_cast<std::int32_t>(kept.record.id));
            if (slot) {
                refresh(run, state.jobs.at(*slot));
                run.record.suspended = suspended_time(state.jobs.at(*slot), state.clock.now());
            }
        }
        // slurmdbd learns of a job when it becomes eligible.
        bool const was_eligible =
            run.record.eligible &&
            *run.record.eligible <= run.record.end.value_or(state.clock.now());
        if (!was_eligible && !run.record.start) continue;
        if (auto const* array =
                state.jobs.table.array(static_cast<std::int32_t>(run.record.array_id)))
            run.record.array_limit = array->limit;
        all.push_back(named(run, *state.config.site));
    }
    std::ranges::stable_sort(all, {}, [](AccountingRecord const& r) {
        return std::tuple(
            r.submit, r.array_id != 0 ? r.array_id : r.id, r.array_task.value_or(INT32_MAX));
    });
    return all;
}

}  // namespace clustersim::slurm
