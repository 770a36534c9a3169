// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/export_format.hpp"
#include "sim/core/csv.hpp"
#include "sim/core/printable.hpp"

#include <fmt/format.h>

#include <span>
#include <string>

namespace clustersim {
namespace {

/// "0-3 7": an interval set as Batsim and evalys write it.
std::string intervals(std::span<std::int32_t const> nodes) {
    std::string out;
    for (std::size_t i = 0; i < nodes.size();) {
        std::size_t end = i;
        while (end + 1 < nodes.size() && nodes[end + 1] == nodes[end] + 1) ++end;
        if (!out.empty()) out += ' ';
        out += end == i ? fmt::format("{}", nodes[i]) : fmt::format("{}-{}", nodes[i], nodes[end]);
        i = end + 1;
    }
    return out;
}

char const* final_state(slurm::AccountingRecord const& record) {
    switch (record.state) {
        case slurm::JobState::completed: return "COMPLETED_SUCCESSFULLY";
        case slurm::JobState::timeout: return "COMPLETED_WALLTIME_REACHED";
        case slurm::JobState::failed: return "COMPLETED_FAILED";
        default: return "COMPLETED_KILLED";
    }
}

/// Batsim's jobs.csv: a line for each run that ended. A resource is a node, so jobs that share a node overlap; the
/// energy is not known for each job.
Result<std::string> batsim_text(ExportedQueue const& exported) {
    std::string out =
        "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,"
        "success,final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,"
        "stretch,allocated_resources,consumed_energy,metadata\n";
    for (slurm::AccountingRecord const& job : exported.queue.snapshot.accounting) {
        if (!job.start || !job.end) continue;
        std::int64_t const run = (*job.end - *job.start).count;
        std::int64_t const turnaround = (*job.end - job.submit).count;
        std::string const stretch =
            run > 0
                ? fmt::format("{:.6g}", static_cast<double>(turnaround) / static_cast<double>(run))
                : "";
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,{}\n",
                           job.id,
                           is_study_job(exported.queue, job) ? "study" : "background",
                           csv_cell(printable_line(job.name)),
                           job.submit.since_origin,
                           job.requested_nodes,
                           job.limit_minutes ? *job.limit_minutes * 60 : -1,
                           job.state == slurm::JobState::completed ? 1 : 0,
                           final_state(job),
                           job.start->since_origin,
                           run,
                           job.end->since_origin,
                           (*job.start - job.submit).count,
                           turnaround,
                           stretch,
                           intervals(job.nodes),
                           csv_cell(printable_line(fmt::format(
                               "{}partition={}",
                               job.user.empty() ? "" : fmt::format("user={} ", job.user),
                               job.partition))));
    }
    return out;
}

}  // namespace

ExportFormat const batsim_format{
    "batsim",
    "jobs.csv of Batsim, which evalys reads: a line for each run that ended",
    batsim_text};

}  // namespace clustersim
