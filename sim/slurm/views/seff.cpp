// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/seff.hpp"

#include "sim/slurm/views/job_names.hpp"
#include "sim/slurm/views/sacct_row.hpp"
#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace clustersim::slurm {

namespace {

constexpr std::string_view not_simulated = "unknown: resource use is not simulated for this job";

/// In units of 1024 with two decimals; zero is "0.00 MB".
std::string size_text(double megabytes) {
    static constexpr std::array<std::string_view, 5> units{"KB", "MB", "GB", "TB", "PB"};
    if (megabytes == 0) return "0.00 MB";
    double value = megabytes * 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    return fmt::format("{:.2f} {}", value, units[unit]);
}

double percent(double part, double whole) {
    return whole > 0 ? part / whole * 100 : 0;
}

AccountingRecord const* find_last(Snapshot const& snapshot, std::string const& job) {
    AccountingRecord const* found = nullptr;
    for (AccountingRecord const& record : snapshot.accounting) {
        bool const named = !is_job_number(job) && job == record.name;
        if (named || job == std::to_string(record.id) || job == job_name(record)) found = &record;
    }
    return found;
}

std::string cpu_lines(Snapshot const& snapshot, AccountingRecord const& record) {
    std::int64_t const elapsed = elapsed_seconds(snapshot, record);
    std::int64_t const core_wall = elapsed * charged_cpus(record);
    std::string out;
    if (record.cpu_seconds_used) {
        auto const used = static_cast<std::int64_t>(*record.cpu_seconds_used);
        out += fmt::format("CPU Utilized: {}\nCPU Efficiency: {:.2f}% of {} core-walltime\n",
                           long_duration(used),
                           percent(static_cast<double>(used), static_cast<double>(core_wall)),
                           long_duration(core_wall));
    } else {
        out += fmt::format("CPU Utilized: {}\n", not_simulated);
    }
    return out + fmt::format("Job Wall-clock time: {}\n", long_duration(elapsed));
}

std::string memory_lines(AccountingRecord const& record) {
    if (!record.memory_used_mb) return fmt::format("Memory Utilized: {}\n", not_simulated);
    bool const several = record.tasks != 1;
    auto const asked = static_cast<double>(record.requested_memory_mb);
    std::string each;
    if (several && record.memory_per_cpu)
        each = fmt::format(" ({}/core)", size_text(asked / std::max(charged_cpus(record), 1)));
    else if (several)
        each = fmt::format(
            " ({}/node)",
            size_text(asked / static_cast<double>(std::max<std::size_t>(record.nodes.size(), 1))));
    return fmt::format("Memory Utilized: {}{}\nMemory Efficiency: {:.2f}% of {}{}\n",
                       size_text(*record.memory_used_mb),
                       several ? " (estimated maximum)" : "",
                       percent(*record.memory_used_mb, asked),
                       size_text(asked),
                       each);
}

}  // namespace

Result<std::string> seff_text(Snapshot const& snapshot, std::string const& job) {
    Diagnostics unknown = unknown_job_names(std::span(&job, 1), [&](auto const& take) {
        for (AccountingRecord const& one : snapshot.accounting) take(one.name);
    });
    if (!unknown.empty()) return failure(std::move(unknown));
    AccountingRecord const* const record = find_last(snapshot, job);
    if (record == nullptr)
        return failure(problem(Code::unknown_name,
                               fmt::format("there is no job {} in the accounting yet", job),
                               "jobs are counted from 1, tasks of an array are written 10_2"));
    std::string out = fmt::format("Job ID: {}\n", record->id);
    if (record->array_id != 0) out += fmt::format("Array Job ID: {}\n", job_name(*record));
    out += fmt::format(
        "Cluster: {}\nUser/Group: {}/{}\n", snapshot.cluster, record->user, record->group);
    bool const over = is_final(record->state);
    out +=
        fmt::format("State: {}", record_state(*record).substr(0, record_state(*record).find(' ')));
    if (over) out += fmt::format(" (exit code {})", record->exit_code);
    out += '\n';
    std::int32_t const cores = charged_cpus(*record);
    auto const nodes = static_cast<std::int32_t>(
        record->nodes.empty() ? static_cast<std::size_t>(std::max(record->requested_nodes, 1))
                              : record->nodes.size());
    if (cores > 1)
        out += fmt::format("Nodes: {}\nCores per node: {}\n", nodes, cores / nodes);
    else
        out += "Cores: 1\n";
    if (record->state == JobState::pending && !record->requeued)
        return out + "Efficiency not available for jobs in the PENDING state.\n";
    out += cpu_lines(snapshot, *record) + memory_lines(*record);
    if (!over && !record->requeued)
        out += fmt::format("WARNING: Efficiency statistics may be misleading for {} jobs.\n",
                           state_name(record->state));
    return out;
}

}  // namespace clustersim::slurm
