// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sacct_row.hpp"

#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim::slurm {

namespace {

/// A text of the job that is empty for its steps.
template <class Of>
std::string of_job(SacctRow const& row, Of of) {
    return row.step ? std::string() : of(*row.record);
}

template <auto Member>
std::string text_of_job(SacctRow const& row) {
    return of_job(
        row, [](AccountingRecord const& r) { return r.*Member; });
}

std::string id(SacctRow const& row) {
    return job_name(*row.record) + (row.step ? ".batch" : "");
}

std::string raw_id(SacctRow const& row) {
    return std::to_string(row.record->id) + (row.step ? ".batch" : "");
}

std::string state(SacctRow const& row) {
    if (!row.step) return record_state(*row.record);
    switch (row.record->state) {
        case JobState::running:
        case JobState::suspended:
        case JobState::completed:
        case JobState::failed:
        case JobState::out_of_memory:
            if (!row.record->requeued) return std::string(state_name(row.record->state));
            break;
        default: break;
    }
    return "CANCELLED";  // ended with its job
}

/// Slurm prints statuses above 128, which shells use for signals, without the 128.
std::string exit_code(SacctRow const& row) {
    AccountingRecord const& r = *row.record;
    if (row.step && state(row) == "CANCELLED") return "0:15";
    std::int32_t const code = r.exit_code >= 128 ? r.exit_code - 128 : r.exit_code;
    return fmt::format("{}:{}", code, r.exit_signal);
}

std::int32_t cpus(SacctRow const& row) {
    return row.step ? row.record->first_node_cpus : charged_cpus(*row.record);
}

std::string cpus_text(SacctRow const& row) {
    return std::to_string(cpus(row));
}

std::string requested_cpus(SacctRow const& row) {
    return std::to_string(row.step ? row.record->first_node_cpus : row.record->requested_cpus);
}

std::size_t node_count(SacctRow const& row) {
    return row.step ? 1 : row.record->nodes.size();
}

std::string nodes_text(SacctRow const& row) {
    std::size_t const held = node_count(row);
    return std::to_string(held > 0 ? held : static_cast<std::size_t>(row.record->requested_nodes));
}

std::string requested_nodes(SacctRow const& row) {
    return std::to_string(row.step ? 1 : row.record->requested_nodes);
}

std::string node_names(SacctRow const& row) {
    auto const& nodes = row.record->nodes;
    if (nodes.empty()) return "None assigned";
    return node_list(*row.snapshot, std::span(nodes).first(node_count(row)));
}

std::string start_time(SacctRow const& row) {
    return calendar_text(*row.snapshot, row.record->start, "Unknown");
}

/// The submit and eligible times of a batch step are its start.
std::string submit_time(SacctRow const& row) {
    return row.step ? start_time(row) : calendar_text(*row.snapshot, row.record->submit);
}

std::string eligible_time(SacctRow const& row) {
    return row.step ? start_time(row)
                    : calendar_text(*row.snapshot, row.record->eligible, "Unknown");
}

std::string end_time(SacctRow const& row) {
    return calendar_text(*row.snapshot, row.record->end, "Unknown");
}

std::int64_t elapsed(SacctRow const& row) {
    return elapsed_seconds(*row.snapshot, *row.record);
}

std::int64_t cpu_time(SacctRow const& row) {
    return elapsed(row) * cpus(row);
}

std::string limit(SacctRow const& row) {
    return of_job(
        row,
        [](AccountingRecord const& r) -> std::string {
            if (r.limit_unlimited) return "UNLIMITED";
            return r.limit_minutes ? long_duration(*r.limit_minutes * 60) : "Partition_Limit";
        });
}

std::string limit_raw(SacctRow const& row) {
    return of_job(
        row,
        [](AccountingRecord const& r) -> std::string {
            if (r.limit_unlimited) return "UNLIMITED";
            return r.limit_minutes ? std::to_string(*r.limit_minutes) : "Partition_Limit";
        });
}

/// From eligible to the start, or to now for a pending job.
std::int64_t waited(SacctRow const& row) {
    AccountingRecord const& r = *row.record;
    if (!r.eligible) return 0;
    Instant const until = r.start ? *r.start : r.end ? *r.end : row.snapshot->now;
    return std::max<std::int64_t>((until - *r.eligible).count, 0);
}

std::string reserved(SacctRow const& row) {
    return row.step ? "" : long_duration(waited(row));
}

std::string reserved_cpu(SacctRow const& row) {
    return row.step ? "" : long_duration(waited(row) * row.record->requested_cpus);
}

std::string reserved_cpu_raw(SacctRow const& row) {
    return row.step ? "" : std::to_string(waited(row) * row.record->requested_cpus);
}

std::string total_cpu(SacctRow const& row) {
    return long_duration(static_cast<std::int64_t>(row.record->cpu_seconds_used.value_or(0)));
}

std::string flags(SacctRow const& row) {
    return of_job(
        row,
        [](AccountingRecord const& r) -> std::string {
            // The spelling is Slurm's.
            switch (r.started_by) {
                case StartedBy::main: return "SchedMain,StartRecieved";
                case StartedBy::backfill: return "SchedBackfill,StartRecieved";
                case StartedBy::nobody: break;
            }
            return "StartRecieved";
        });
}

std::string allocated_tres(SacctRow const& row) {
    return tres_text(row.step ? row.record->first_node_tres : row.record->allocated_tres);
}

constexpr auto fields = std::to_array<SacctField>({
    {"JobID", -12, id},
    {"JobIDRaw", -12, raw_id},
    {"JobName",
     10,
     [](SacctRow const& r) { return r.step ? std::string("batch") : r.record->name; }},
    {"User", 9, text_of_job<&AccountingRecord::user>},
    {"Group", 9, text_of_job<&AccountingRecord::group>},
    {"Account", 10, [](SacctRow const& r) { return r.record->account; }},
    {"Partition", 10, text_of_job<&AccountingRecord::partition>},
    {"QOS", 10, text_of_job<&AccountingRecord::qos>},
    {"Cluster", 10, [](SacctRow const& r) { return r.snapshot->cluster; }},
    {"State", 10, state},
    {"ExitCode", 8, exit_code},
    {"DerivedExitCode",
     15,
     [](SacctRow const& r) { return of_job(r, [](auto&) { return std::string("0:0"); }); }},
    {"Reason",
     22,
     [](SacctRow const& r) {
         return of_job(r, [](auto& j) { return std::string(reason_name(j.reason)); });
     }},
    {"Submit", 19, submit_time},
    {"Eligible", 19, eligible_time},
    {"Start", 19, start_time},
    {"End", 19, end_time},
    {"Elapsed", 10, [](SacctRow const& r) { return long_duration(elapsed(r)); }},
    {"ElapsedRaw", 10, [](SacctRow const& r) { return std::to_string(elapsed(r)); }},
    {"Suspended", 10, [](SacctRow const& r) { return long_duration(r.record->suspended.count); }},
    {"Timelimit", 10, limit},
    {"TimelimitRaw", 10, limit_raw},
    {"Reserved", 10, reserved},
    {"Planned", 10, reserved},
    {"ResvCPU", 10, reserved_cpu},
    {"PlannedCPU", 10, reserved_cpu},
    {"ResvCPURAW", 10, reserved_cpu_raw},
    {"PlannedCPURAW", 13, reserved_cpu_raw},
    {"CPUTime", 10, [](SacctRow const& r) { return long_duration(cpu_time(r)); }},
    {"CPUTimeRAW", 10, [](SacctRow const& r) { return std::to_string(cpu_time(r)); }},
    {"TotalCPU", 10, total_cpu},
    {"AllocCPUS", 10, cpus_text},
    {"NCPUS", 10, cpus_text},
    {"ReqCPUS", 8, requested_cpus},
    {"AllocNodes", 10, [](SacctRow const& r) { return std::to_string(node_count(r)); }},
    {"NNodes", 8, nodes_text},
    {"ReqNodes", 8, requested_nodes},
    {"NTasks", 8, [](SacctRow const& r) { return std::string(r.step ? "1" : ""); }},
    {"ReqMem",
     10,
     [](SacctRow const& r) {
         return of_job(r, [](auto& j) { return memory_text(j.requested_memory_mb); });
     }},
    {"ReqTRES",
     10,
     [](SacctRow const& r) {
         return of_job(r, [](auto& j) { return tres_text(j.requested_tres); });
     }},
    {"AllocTRES", 10, allocated_tres},
    {"NodeList", 15, node_names},
    {"Priority",
     10,
     [](SacctRow const& r) {
         return of_job(r, [](auto& j) { return std::to_string(j.priority); });
     }},
    {"Reservation", 20, text_of_job<&AccountingRecord::reservation>},
    {"Constraints", 19, text_of_job<&AccountingRecord::constraints>},
    {"Flags", 19, flags},
});

}  // namespace

std::span<SacctField const> sacct_fields() {
    return fields;
}

std::int64_t elapsed_seconds(Snapshot const& snapshot, AccountingRecord const& record) {
    if (!record.start) return 0;
    Instant const until = record.end ? *record.end : snapshot.now;
    return (until - *record.start - record.suspended).count;
}

std::int32_t charged_cpus(AccountingRecord const& record) {
    return record.allocated_cpus > 0 ? record.allocated_cpus : record.requested_cpus;
}

std::string record_state(AccountingRecord const& record) {
    if (record.requeued) return "REQUEUED";
    std::string out(state_name(record.state));
    if (record.state == JobState::cancelled && !record.cancelled_by.empty())
        out += " by " + record.cancelled_by;
    return out;
}

}  // namespace clustersim::slurm
