// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/read_log.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/history/fit/log_rows.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/workload/recorded_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace clustersim {
namespace {

constexpr Seconds longest_gap{std::int64_t{2} * 86400};

/// Why jobs are left out, in the order of the checks.
struct Counts {
    std::size_t partition = 0, kind = 0, size = 0, run = 0, gap = 0;
};

/// The longest part of the rows, by jobs, without a gap: recorders start early and stop late.
std::span<LogRow const> longest_part(std::span<LogRow const> rows) {
    std::span<LogRow const> best;
    std::size_t from = 0;
    for (std::size_t i = 1; i <= rows.size(); ++i) {
        if (i < rows.size() && rows[i].submit - rows[i - 1].submit <= longest_gap) continue;
        if (i - from > best.size()) best = rows.subspan(from, i - from);
        from = i;
    }
    return best;
}

class Selection {
  public:
    Selection(LogQuestion const& question, SizeUnit unit) : question_(question), unit_(unit) {}

    void take(std::span<LogRow const> rows, JobLog& log) {
        std::span<LogRow const> const part = longest_part(rows);
        counts_.gap += rows.size() - part.size();
        for (LogRow const& row : part) {
            auto const size = unit_ == SizeUnit::gpu ? row.gpus : row.nodes;
            if (count_if_unused(row, size)) continue;
            LoggedJob job{.submit = row.submit,
                          .run = {row.run},
                          .size = static_cast<std::int32_t>(*size),
                          .user = 0,
                          .limit = row.limit,
                          .end = row.submit + Seconds{row.run}};
            if (row.wait) job.end = job.end + *row.wait;
            log.waits = log.waits || row.wait.has_value();
            log.limits = log.limits || row.limit.has_value();
            job.user = users_.try_emplace(row.user, static_cast<std::uint32_t>(users_.size()))
                           .first->second;
            log.jobs.push_back(job);
        }
    }

    void finish(JobLog& log) const {
        bool const named = users_.size() > 1 || (users_.size() == 1 && !users_.contains(""));
        log.users = named ? users_.size() : 0;
        auto const add = [&](std::size_t jobs, std::string why) {
            if (jobs > 0) log.left_out.push_back({std::move(why), jobs});
        };
        add(counts_.gap, "before or after a gap of more than two days");
        add(counts_.partition, "of other partitions");
        add(counts_.kind, question_.jobs == FittedJobs::gpu ? "without GPUs" : "with GPUs");
        add(counts_.size,
            unit_ == SizeUnit::gpu ? "of an unknown number of GPUs"
                                   : "of an unknown number of nodes");
        add(counts_.run, "with an unknown run time, or below 1 s or above a year");
    }

  private:
    bool count_if_unused(LogRow const& row, std::optional<std::int64_t> size) {
        std::size_t* unused = nullptr;
        auto const& wanted = question_.partitions;
        bool const gpu = row.gpus.value_or(0) > 0;
        if (!wanted.empty() && std::ranges::find(wanted, row.partition) == wanted.end())
            unused = &counts_.partition;
        else if (question_.jobs != FittedJobs::all && gpu != (question_.jobs == FittedJobs::gpu))
            unused = &counts_.kind;
        else if (!size || *size < 1 || *size > std::numeric_limits<std::int32_t>::max())
            unused = &counts_.size;
        else if (row.run < 1 || row.run > longest_recorded_run.count)
            unused = &counts_.run;
        if (unused == nullptr) return false;
        ++*unused;
        return true;
    }

    LogQuestion const& question_;
    SizeUnit unit_;
    Counts counts_;
    std::map<std::string, std::uint32_t, std::less<>> users_;
};

SizeUnit unit_of(std::vector<LogRows> const& logs, LogQuestion const& question) {
    if (question.unit) return *question.unit;
    bool const nodes = std::ranges::any_of(logs, [](LogRows const& log) {
        return std::ranges::any_of(log.rows,
                                   [](LogRow const& row) { return row.nodes.has_value(); });
    });
    return nodes ? SizeUnit::node : SizeUnit::gpu;
}

LogFile describe(std::filesystem::path const& path) {
    // The log was read before, so it can be.
    std::ifstream file(path, std::ios::binary);
    std::string const bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return {path.filename().string(), slurm::sha256_hex(bytes)};
}

/// A partition that no row has is a slip of the user.
void check_partitions(std::vector<LogRows> const& logs,
                      LogQuestion const& question,
                      Diagnostics& problems) {
    std::set<std::string> names;
    for (LogRows const& log : logs)
        for (LogRow const& row : log.rows) names.insert(row.partition);
    names.erase("");
    std::vector<std::string> const known(names.begin(), names.end());
    for (std::string const& wanted : question.partitions) {
        if (names.contains(wanted)) continue;
        problems.add(
            problem(Code::unknown_name,
                    fmt::format("no job of the log is of the partition \"{}\"", wanted),
                    known.empty() ? "the log names no partitions" : did_you_mean(wanted, known)));
    }
}

}  // namespace

Result<JobLog> read_log(LogQuestion const& question) {
    Diagnostics problems;
    std::vector<LogRows> logs;
    JobLog log;
    for (std::filesystem::path const& file : question.files) {
        if (file == "-") {
            problems.add(problem(Code::wrong_usage,
                                 "standard input cannot be a log",
                                 "a log is read more than once: give the name of a file"));
            continue;
        }
        auto rows = read_log_rows(file, question);
        if (!rows) {
            problems.append(rows.error());
            continue;
        }
        log.notes.append(std::move(rows->notes));
        log.files.push_back(describe(file));
        logs.push_back(std::move(*rows));
    }
    if (!problems.has_errors()) check_partitions(logs, question, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    log.unit = unit_of(logs, question);
    Selection selection(question, log.unit);
    for (LogRows const& rows : logs) selection.take(rows.rows, log);
    selection.finish(log);
    if (log.jobs.empty()) {
        std::vector<std::string> reasons;
        for (LeftOut const& one : log.left_out)
            reasons.push_back(fmt::format("{} {}", one.jobs, one.why));
        problems.append(std::move(log.notes));
        problems.add(problem(Code::no_jobs,
                             "no job of the log can be used",
                             reasons.empty()
                                 ? "the log is empty"
                                 : fmt::format("left out: {}", fmt::join(reasons, "; "))));
        return failure(std::move(problems));
    }
    std::ranges::stable_sort(log.jobs, {}, &LoggedJob::submit);
    return log;
}

}  // namespace clustersim
