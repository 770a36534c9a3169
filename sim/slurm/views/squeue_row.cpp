// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/squeue_row.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/views/job_state_text.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim::slurm {

namespace {

Partition const* first_partition(SqueueRow const& row) {
    auto const names = split_list(row.job->partition);
    for (Partition const& partition : row.snapshot->partitions)
        if (!names.empty() && partition.name == names.front()) return &partition;
    return nullptr;
}

std::string id(SqueueRow const& row) {
    if (row.waiting_task) return fmt::format("{}_{}", row.job->array_id, *row.waiting_task);
    // squeue keeps an id in 32 bytes; the end of a long list of tasks is cut off.
    constexpr std::size_t longest = 31;
    return job_name(*row.job).substr(0, longest);
}

std::string task_id(SqueueRow const& row) {
    if (row.waiting_task) return std::to_string(*row.waiting_task);
    if (row.job->array_id == 0) return "N/A";
    if (row.job->array_task) return std::to_string(*row.job->array_task);
    return task_list(row.job->waiting_tasks, row.job->array_limit);
}

std::string limit(SqueueRow const& row) {
    auto const minutes = limit_minutes(row);
    return minutes ? short_duration(*minutes * 60) : "UNLIMITED";
}

std::string time_left(SqueueRow const& row) {
    auto const minutes = limit_minutes(row);
    return minutes ? short_duration(*minutes * 60 - run_seconds(row)) : "UNLIMITED";
}

std::string reason(SqueueRow const& row) {
    return row.job->description.empty() ? std::string(reason_name(row.job->reason))
                                        : row.job->description;
}

std::string nodes(SqueueRow const& row) {
    return node_list(*row.snapshot, row.job->nodes);
}

/// The last column: the reason of a pending job, or the nodes of a running one.
std::string reason_or_nodes(SqueueRow const& row) {
    switch (row.job->state) {
        case JobState::pending:
        case JobState::failed:
        case JobState::timeout:
        case JobState::out_of_memory:
        case JobState::deadline: break;
        default: return nodes(row);
    }
    return row.job->flags.completing ? nodes(row) : "(" + reason(row) + ")";
}

std::string scheduled_nodes(SqueueRow const& row) {
    return or_null(node_list(*row.snapshot, row.job->scheduled_nodes));
}

std::string first_node(SqueueRow const& row) {
    if (row.job->nodes.empty()) return "n/a";
    return row.snapshot->nodes[static_cast<std::size_t>(row.job->nodes.front())].name;
}

std::string memory(SqueueRow const& row) {
    return memory_text(row.job->memory_mb);
}

std::string end(SqueueRow const& row) {
    if (row.job->state == JobState::pending) {
        auto const start = shown_start(row);
        auto const minutes = limit_minutes(row);
        if (!start || !minutes) return "N/A";
        return calendar_text(*row.snapshot, *start + Seconds{*minutes * 60});
    }
    return calendar_text(*row.snapshot, row.job->end, "N/A");
}

std::string priority_fraction(SqueueRow const& row) {
    return fmt::format("{:.14f}", static_cast<double>(row.job->priority) / 4294967295.0);
}

constexpr std::array<ColumnKind<SqueueRow>, 39> squeue_kinds{{
    {'i', "JOBID", id},
    {'A', "JOBID", [](SqueueRow const& r) { return std::to_string(r.job->id); }},
    {'F',
     "ARRAY_JOB_ID",
     [](SqueueRow const& r) {
         return std::to_string(r.job->array_id != 0 ? r.job->array_id : r.job->id);
     }},
    {'K', "ARRAY_TASK_ID", task_id},
    {'P', "PARTITION", [](SqueueRow const& r) { return r.job->partition; }},
    {'j', "NAME", [](SqueueRow const& r) { return r.job->name; }},
    {'u', "USER", [](SqueueRow const& r) { return r.job->user; }},
    {'g', "GROUP", [](SqueueRow const& r) { return r.job->group; }},
    {'a', "ACCOUNT", [](SqueueRow const& r) { return r.job->account; }},
    {'q', "QOS", [](SqueueRow const& r) { return r.job->qos; }},
    {'t', "ST", [](SqueueRow const& r) { return std::string(shown_state_code(*r.job)); }},
    {'T', "STATE", [](SqueueRow const& r) { return std::string(shown_state_name(*r.job)); }},
    {'M',
     "TIME",
     [](SqueueRow const& r) { return short_duration(run_seconds(r)); },
     TooLong::whole},
    {'l', "TIME_LIMIT", limit, TooLong::whole},
    {'L', "TIME_LEFT", time_left, TooLong::whole},
    {'D', "NODES", [](SqueueRow const& r) { return std::to_string(r.job->nodes_count); }},
    {'C', "CPUS", [](SqueueRow const& r) { return std::to_string(r.job->cpus); }},
    {'c', "MIN_CPUS", [](SqueueRow const& r) { return std::to_string(r.job->min_cpus_per_node); }},
    {'m', "MIN_MEMORY", memory},
    {'b',
     "TRES_PER_NODE",
     [](SqueueRow const& r) { return r.job->gres.empty() ? std::string("N/A") : r.job->gres; }},
    {'f', "FEATURES", [](SqueueRow const& r) { return or_null(r.job->features); }},
    {'E', "DEPENDENCY", [](SqueueRow const& r) { return or_null(r.job->dependency); }},
    {'v', "RESERVATION", [](SqueueRow const& r) { return or_null(r.job->reservation); }},
    {'W', "LICENSES", [](SqueueRow const& r) { return or_null(r.job->licenses); }},
    {'k', "COMMENT", [](SqueueRow const& r) { return or_null(r.job->comment); }},
    {'S',
     "START_TIME",
     [](SqueueRow const& r) { return calendar_text(*r.snapshot, shown_start(r), "N/A"); }},
    {'e', "END_TIME", end},
    {'V',
     "SUBMIT_TIME",
     [](SqueueRow const& r) { return calendar_text(*r.snapshot, r.job->submit); }},
    {'p', "PRIORITY", priority_fraction},
    {'Q', "PRIORITY", [](SqueueRow const& r) { return std::to_string(r.job->priority); }},
    {'y', "NICE", [](SqueueRow const& r) { return std::to_string(r.job->nice); }},
    {'r', "REASON", reason},
    {'R', "NODELIST(REASON)", reason_or_nodes, TooLong::whole},
    {'N', "NODELIST", nodes, TooLong::whole},
    {'Y', "SCHEDNODES", scheduled_nodes, TooLong::whole},
    {'B', "EXEC_HOST", first_node},
    {'O',
     "CONTIGUOUS",
     [](SqueueRow const& r) { return std::string(r.job->contiguous ? "1" : "0"); }},
    {'o', "COMMAND", [](SqueueRow const& r) { return or_null(r.job->command); }},
    {'Z', "WORK_DIR", [](SqueueRow const& r) { return or_null(r.job->working_folder); }},
}};

}  // namespace

std::span<ColumnKind<SqueueRow> const> squeue_columns() {
    return squeue_kinds;
}

std::int64_t run_seconds(SqueueRow const& row) {
    JobView const& job = *row.job;
    if (job.state == JobState::pending || !job.start) return 0;
    bool const ended = is_final(job.state);
    Instant const until = ended && job.end ? *job.end : row.snapshot->now;
    return (until - *job.start - job.suspended).count;
}

std::optional<std::int64_t> limit_minutes(SqueueRow const& row) {
    if (row.job->limit_unlimited) return std::nullopt;
    if (row.job->limit_minutes) return row.job->limit_minutes;
    Partition const* const partition = first_partition(row);
    if (partition == nullptr) return std::nullopt;
    return partition->default_minutes ? partition->default_minutes : partition->max_minutes;
}

std::optional<Instant> shown_start(SqueueRow const& row) {
    JobView const& job = *row.job;
    if (job.start || job.state != JobState::pending) return job.start;
    // No start estimate yet, but the job cannot start before its eligible time.
    if (job.eligible && *job.eligible > row.snapshot->now) return job.eligible;
    return std::nullopt;
}

}  // namespace clustersim::slurm
