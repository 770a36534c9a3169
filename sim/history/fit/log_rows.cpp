// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/log_rows.hpp"

#include "sim/core/csv.hpp"
#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/workload/job_table.hpp"
#include "sim/workload/line_source.hpp"
#include "sim/workload/swf_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

enum class LogKind { swf, sacct, jobs_csv, table };

Result<LogKind> kind_of_log(std::filesystem::path const& file) {
    if (file.filename().string().find(".swf") != std::string::npos) return LogKind::swf;
    auto lines = LineSource::open(file);
    if (!lines) return failure(std::move(lines.error()));
    auto const first = lines->next();
    if (lines->failure_reason()) return failure(*lines->failure_reason());
    std::string_view const header = first.value_or("");
    if (header.find('|') != std::string_view::npos) return LogKind::sacct;
    auto const cells = csv_cells(header);
    auto const has = [&](std::string_view name) {
        return std::ranges::find(cells, name, &CsvCell::text) != cells.end();
    };
    return has("submit_s") && has("runtime_s") ? LogKind::jobs_csv : LogKind::table;
}

std::string known(std::int64_t number) {
    return number < 0 ? std::string() : std::to_string(number);
}

LogRow log_row(SwfRow const& row, LogQuestion const& question) {
    bool const requested = question.size == SizeField::requested;
    std::int64_t const wish = requested ? row.requested : row.allocated;
    std::int64_t const size = wish > 0 ? wish : (requested ? row.allocated : row.requested);
    LogRow job{.submit = {row.submit},
               .run = row.run,
               .nodes = {},
               .gpus = {},
               .limit = {},
               .wait = {},
               .user = known(row.user),
               .partition = known(row.partition)};
    if (size > 0) job.nodes = (size + question.cores_per_node - 1) / question.cores_per_node;
    if (row.requested_time > 0) job.limit = Seconds{row.requested_time};
    if (row.wait >= 0) job.wait = Seconds{row.wait};
    return job;
}

Result<LogRows> read_swf_rows(std::filesystem::path const& file, LogQuestion const& question) {
    auto lines = LineSource::open(file);
    if (!lines) return failure(std::move(lines.error()));
    LogRows out;
    std::int64_t odd = 0;
    std::int64_t first_odd = 0;
    while (auto const line = lines->next()) {
        if (is_swf_comment(*line)) continue;
        SwfRow row{};
        if (read_swf_row(*line, row) != SwfRowFault::none || row.submit < 0) {
            if (odd++ == 0) first_odd = lines->line();
            continue;
        }
        if (out.rows.size() == most_trace_jobs)
            return failure(too_many_jobs(file.string(), most_trace_jobs));
        out.rows.push_back(log_row(row, question));
    }
    if (lines->failure_reason()) return failure(*lines->failure_reason());
    if (odd > 0) {
        Diagnostic note = problem(Code::odd_rows, fmt::format("{} rows are not rows of SWF", odd));
        note.severity = Severity::note;
        note.where = {.file = file.string(), .line = static_cast<int>(first_odd), .column = 1};
        out.notes.add(std::move(note));
    }
    return out;
}

std::optional<std::int64_t> gpus_of_request(slurm::JobRequest const& request, std::int64_t nodes) {
    std::optional<std::int64_t> gpus;
    for (slurm::GresRequest const& gres : request.gres) {
        if (gres.name != "gpu") continue;
        std::int64_t factor = 1;
        if (gres.scope == slurm::GresScope::per_node) factor = nodes;
        if (gres.scope == slurm::GresScope::per_task) factor = request.ntasks.value_or(1);
        gpus = gpus.value_or(0) + gres.count * factor;
    }
    return gpus;
}

/// Jobs of Slurm; the tasks of an array are jobs of their own.
LogRows rows_of(slurm::ImportedJobs&& imported) {
    LogRows out;
    out.notes = std::move(imported.notes);
    if (auto const origin = slurm::parse_instant(imported.origin, {}))
        out.origin = *origin - Instant{};
    for (slurm::ImportedJob const& job : imported.jobs) {
        LogRow row = request_row(job.request);
        if (job.recorded.start) row.wait = *job.recorded.start - row.submit;
        for (Seconds const run : job.request.run_times) {
            row.run = run.count;
            out.rows.push_back(row);
        }
    }
    return out;
}

Result<LogRows> read_table_rows(std::filesystem::path const& file) {
    auto table = read_job_table(file, JobTableNeeds::any_size);
    if (!table) return failure(std::move(table.error()));
    LogRows out;
    out.notes = std::move(table->odd_rows);
    out.rows.reserve(table->jobs.size());
    for (TableJob& job : table->jobs) {
        LogRow row{.submit = job.submit,
                   .run = job.run.count,
                   .nodes = job.nodes,
                   .gpus = job.gpus,
                   .limit = job.limit,
                   .wait = {},
                   .user = std::move(job.user),
                   .partition = std::move(job.partition)};
        out.rows.push_back(std::move(row));
    }
    return out;
}

template <class Read>
Result<LogRows> slurm_rows(Read read) {
    Result<slurm::ImportedJobs> imported = read();
    if (!imported) return failure(std::move(imported.error()));
    return rows_of(std::move(*imported));
}

}  // namespace

LogRow request_row(slurm::JobRequest const& request) {
    LogRow row{.submit = request.submit,
               .run = 0,
               .nodes = request.min_nodes.value_or(1),
               .gpus = {},
               .limit = {},
               .wait = {},
               .user = request.user,
               .partition = request.partition};
    row.gpus = gpus_of_request(request, *row.nodes);
    if (request.time_minutes.value_or(0) > 0) row.limit = Seconds{*request.time_minutes * 60};
    return row;
}

Result<LogRows> read_log_rows(std::filesystem::path const& file, LogQuestion const& question) {
    auto const kind = kind_of_log(file);
    if (!kind) return failure(kind.error());
    Result<LogRows> rows = LogRows{};
    switch (*kind) {
        case LogKind::swf: rows = read_swf_rows(file, question); break;
        case LogKind::sacct:
            rows = slurm_rows([&] {
                return slurm::read_sacct_dump(file,
                                              {.skip_broken = true, .hash_key = question.hash_key});
            });
            break;
        case LogKind::jobs_csv:
            rows = slurm_rows([&] { return slurm::read_jobs_csv(file); });
            break;
        case LogKind::table: rows = read_table_rows(file); break;
    }
    if (rows) std::ranges::stable_sort(rows->rows, {}, &LogRow::submit);
    return rows;
}

}  // namespace clustersim
