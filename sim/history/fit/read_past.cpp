// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/read_past.hpp"

#include "sim/core/csv.hpp"
#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/workload/line_source.hpp"
#include "sim/workload/read_job_table.hpp"
#include "sim/workload/swf_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
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

std::optional<std::int32_t> known_size(std::optional<std::int64_t> size) {
    if (!size || *size > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    return static_cast<std::int32_t>(*size);
}

/// A job that started, and whose run time is not known, counts as ended at once.
void set_run(PastJob& job, std::optional<Seconds> wait, Seconds run) {
    if (wait) {
        job.start = job.submit + *wait;
        job.end = job.start + std::max(run, Seconds{0});
    } else if (run >= Seconds{0}) {
        job.stated_run = run;
    }
}

PastJob swf_job(SwfRow const& row, LogQuestion const& question, Past& past) {
    bool const requested = question.size == SizeField::requested;
    std::int64_t const wish = requested ? row.requested : row.allocated;
    std::int64_t const size = wish > 0 ? wish : (requested ? row.allocated : row.requested);
    PastJob job;
    job.id = std::max<std::int64_t>(row.id, 0);
    job.submit = Instant{row.submit};
    job.user = past.users.number(known(row.user));
    job.queue = past.queues.number(known(row.partition));
    if (size > 0)
        job.nodes = known_size((size + question.cores_per_node - 1) / question.cores_per_node);
    if (row.requested_time > 0) job.limit = Seconds{row.requested_time};
    set_run(job, row.wait >= 0 ? std::optional(Seconds{row.wait}) : std::nullopt, Seconds{row.run});
    return job;
}

Result<Past> read_swf_past(std::filesystem::path const& file, LogQuestion const& question) {
    auto lines = LineSource::open(file);
    if (!lines) return failure(std::move(lines.error()));
    Past out;
    std::int64_t odd = 0;
    std::int64_t first_odd = 0;
    while (auto const line = lines->next()) {
        if (is_swf_comment(*line)) continue;
        SwfRow row{};
        if (read_swf_row(*line, row) != SwfRowFault::none || row.submit < 0) {
            if (odd++ == 0) first_odd = lines->line();
            continue;
        }
        if (out.jobs.size() == most_trace_jobs)
            return failure(too_many_jobs(file.string(), most_trace_jobs));
        out.jobs.push_back(swf_job(row, question, out));
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
Past past_of(slurm::ImportedJobs&& imported) {
    Past out;
    out.notes = std::move(imported.notes);
    auto const origin = slurm::parse_instant(imported.origin, {});
    if (origin && *origin != Instant{}) out.origin = *origin - Instant{};
    for (slurm::ImportedJob const& one : imported.jobs) {
        if (one.request.run_times.empty()) continue;
        PastJob job = requested_job(one.request, out);
        std::optional<Seconds> wait;
        if (one.recorded.start) wait = *one.recorded.start - job.submit;
        for (Seconds const run : one.request.run_times) {
            set_run(job, wait, run);
            out.jobs.push_back(job);
        }
    }
    return out;
}

template <class Read>
Result<Past> slurm_past(Read read) {
    Result<slurm::ImportedJobs> imported = read();
    if (!imported) return failure(std::move(imported.error()));
    return past_of(std::move(*imported));
}

}  // namespace

PastJob requested_job(slurm::JobRequest const& request, Past& past) {
    std::int32_t const nodes = request.min_nodes.value_or(1);
    PastJob job;
    job.id = request.number;
    job.submit = request.submit;
    job.nodes = nodes;
    job.gpus = known_size(gpus_of_request(request, nodes));
    job.user = past.users.number(request.user);
    job.queue = past.queues.number(request.partition);
    if (request.time_minutes.value_or(0) > 0) job.limit = Seconds{*request.time_minutes * 60};
    return job;
}

Result<Past> read_past(std::filesystem::path const& file, LogQuestion const& question) {
    auto const kind = kind_of_log(file);
    if (!kind) return failure(kind.error());
    Result<Past> past = Past{};
    switch (*kind) {
        case LogKind::swf: past = read_swf_past(file, question); break;
        case LogKind::sacct:
            past = slurm_past([&] {
                return slurm::read_sacct_dump(file,
                                              {.skip_broken = true, .hash_key = question.hash_key});
            });
            break;
        case LogKind::jobs_csv:
            past = slurm_past([&] { return slurm::read_jobs_csv(file); });
            break;
        case LogKind::table: past = read_job_table(file, JobTableNeeds::any_size); break;
    }
    if (past) std::ranges::stable_sort(past->jobs, {}, &PastJob::submit);
    return past;
}

}  // namespace clustersim
