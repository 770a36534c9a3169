// SPDX-License-Identifier: Apache-2.0
#include "sim/core/csv.hpp"
#include "tests/conformance/player/played_job.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string_view>

namespace clustersim::slurm::conformance {

namespace {

std::string number(std::optional<std::int64_t> value) {
    return value ? std::to_string(*value) : "";
}

std::string second(std::optional<Instant> at) {
    return at ? std::to_string(at->since_origin) : "";
}

/// Runs are listed only for jobs that ran more than once.
std::string runs_text(std::vector<PlayedRun> const& runs) {
    std::string text;
    if (runs.size() < 2) return text;
    for (PlayedRun const& run : runs) {
        text += fmt::format("{}{}-{}@{}:{}",
                            text.empty() ? "" : "|",
                            run.start.since_origin,
                            run.end.since_origin,
                            run.nodes,
                            run.state);
    }
    return text;
}

}  // namespace

bool write_table(std::filesystem::path const& path, std::vector<PlayedJob> const& rows) {
    std::ofstream out(path, std::ios::binary);
    out << "job_id,submit_s,eligible_s,start_s,end_s,state,nodelist,nnodes,ncpus,prio_submit,"
           "prio_last,partition,restarts,reason,gres,runs,slurm_id\n";
    for (PlayedJob const& job : rows) {
        out << csv_cell(job.job_id) << ',' << job.submit_text << ',';
        if (job.slurm_id == 0) {
            out << ",,," << job.state << ",,,,,,,," << csv_cell(job.reason) << ",,,\n";
            continue;
        }
        std::optional<std::int64_t> const first = job.priority_submit;
        out << second(job.eligible) << ',' << second(job.start) << ',' << second(job.end) << ','
            << job.state << ',' << csv_cell(job.nodes) << ',' << job.node_count << ',' << job.cpus
            << ',' << number(first) << ',' << job.priority_last << ',' << csv_cell(job.partition)
            << ',' << job.restarts << ',' << csv_cell(job.reason) << ',' << csv_cell(job.gres)
            << ',' << csv_cell(runs_text(job.runs)) << ',' << job.slurm_id << '\n';
    }
    return out.good();
}

}  // namespace clustersim::slurm::conformance
