// SPDX-License-Identifier: Apache-2.0
#include "sim/study/waits/submitted_jobs.hpp"

#include "sim/study/fit/log_rows.hpp"
#include "sim/study/waits/number_of_name.hpp"
#include "sim/study/waits/queue_history.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

constexpr std::int64_t day_s = 86400;

Result<std::vector<LogRow>> rows_of_all(LogQuestion const& question, Diagnostics& notes) {
    Diagnostics problems;
    std::vector<LogRow> rows;
    for (std::filesystem::path const& file : question.files) {
        auto read = read_log_rows(file, question);
        if (!read) {
            problems.append(read.error());
            continue;
        }
        notes.append(std::move(read->notes));
        std::ranges::move(read->rows, std::back_inserter(rows));
    }
    if (problems.has_errors()) return failure(std::move(problems));
    std::ranges::stable_sort(rows, {}, &LogRow::submit);
    return rows;
}

double size_of(LogRow const& row) {
    return static_cast<double>(row.nodes ? *row.nodes : row.gpus.value_or(0));
}

/// Days of the log's own clock.
std::int64_t day_of(Instant t) {
    return t.since_origin / day_s;
}

std::vector<WaitBlock> days_of(std::vector<WaitCase> const& cases) {
    std::vector<WaitBlock> blocks;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (i == 0 || day_of(cases[i].at) != day_of(cases[i - 1].at))
            blocks.push_back({Instant{day_of(cases[i].at) * day_s}, i, i});
        blocks.back().to = i + 1;
    }
    return blocks;
}

}  // namespace

Result<WaitCases> read_submitted_jobs(LogQuestion const& question) {
    WaitCases out;
    out.source = WaitSource::log;
    auto rows = rows_of_all(question, out.notes);
    if (!rows) return failure(std::move(rows.error()));
    NumberOfName user;
    NumberOfName queue;
    std::vector<StartedJob> jobs;
    auto const& wanted = question.partitions;
    for (LogRow const& row : *rows) {
        if (!wanted.empty() && std::ranges::find(wanted, row.partition) == wanted.end()) continue;
        double const size = size_of(row);
        if (size <= 0.0) continue;
        if (!row.wait || row.wait->count < 0) {
            ++out.never_started;
            continue;
        }
        Instant const start = row.submit + *row.wait;
        jobs.push_back({.submit = row.submit,
                        .start = start,
                        .end = start + Seconds{std::max<std::int64_t>(row.run, 0)},
                        .size = size,
                        .limit = row.limit,
                        .user = user(row.user),
                        .queue = queue(row.partition)});
        out.cases.push_back({.at = row.submit,
                             .start = start,
                             .queue = jobs.back().queue,
                             .user = jobs.back().user,
                             .size = job_size_class(size),
                             .limit = walltime_class(row.limit),
                             .gpu = row.gpus.value_or(0) > 0});
    }
    if (jobs.empty()) {
        Diagnostics problems = std::move(out.notes);
        problems.add(
            problem(Code::no_jobs,
                    "no job of the log has a recorded wait",
                    "waits are in field 3 of SWF, and follow from Submit and Start of sacct"));
        return failure(std::move(problems));
    }
    out.features = queue_features(jobs);
    out.blocks = days_of(out.cases);
    return out;
}

}  // namespace clustersim
