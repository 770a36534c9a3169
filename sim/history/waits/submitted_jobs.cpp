// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/submitted_jobs.hpp"

#include "sim/history/fit/log_rows.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustersim {
namespace {

Result<std::vector<LogRow>> rows_of_all(LogQuestion const& question, LoggedWaits& out) {
    Diagnostics problems;
    std::vector<LogRow> rows;
    for (std::filesystem::path const& file : question.files) {
        auto read = read_log_rows(file, question);
        if (!read) {
            problems.append(read.error());
            continue;
        }
        out.notes.append(std::move(read->notes));
        out.dated = out.dated && read->origin.count != 0;
        for (LogRow& row : read->rows) {
            row.submit = row.submit + read->origin;
            rows.push_back(std::move(row));
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    std::ranges::stable_sort(rows, {}, &LogRow::submit);
    return rows;
}

double size_of(LogRow const& row) {
    return static_cast<double>(row.nodes ? *row.nodes : row.gpus.value_or(0));
}

}  // namespace

NamedJob named_job(LogRow const& row) {
    NamedJob job{.id = 0,
                 .submit = row.submit,
                 .size = size_of(row),
                 .limit = row.limit,
                 .user = row.user,
                 .queue = row.partition,
                 .gpu = row.gpus.value_or(0) > 0};
    if (!row.wait) return job;
    job.start = row.submit + *row.wait;
    job.end = job.start + Seconds{std::max<std::int64_t>(row.run, 0)};
    return job;
}

Result<LoggedWaits> read_waits(LogQuestion const& question) {
    LoggedWaits out;
    auto const rows = rows_of_all(question, out);
    if (!rows) return failure(rows.error());
    auto const& wanted = question.partitions;
    for (LogRow const& row : *rows) {
        if (!wanted.empty() && std::ranges::find(wanted, row.partition) == wanted.end()) continue;
        if (size_of(row) <= 0.0) continue;
        if (row.wait && row.wait->count >= 0)
            out.jobs.push_back(named_job(row));
        else
            ++out.never_started;
    }
    if (!out.jobs.empty()) return out;
    Diagnostics problems = std::move(out.notes);
    problems.add(problem(Code::no_jobs,
                         "no job of the log has a recorded wait",
                         "waits are in field 3 of SWF, and follow from Submit and Start of sacct"));
    return failure(std::move(problems));
}

std::optional<WaitCases> submitted_cases(LoggedWaits& log, LearningOptions const& options) {
    WaitNames names;
    auto const features = features_of(log.jobs, names, options);
    if (!features) return std::nullopt;
    WaitCases out = cases_of(log.jobs, *features, names);
    out.never_started = log.never_started;
    out.notes = std::move(log.notes);
    return out;
}

}  // namespace clustersim
