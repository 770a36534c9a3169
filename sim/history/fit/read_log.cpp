// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/read_log.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/history/fit/read_past.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/workload/recorded_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
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

/// The longest part of a log, by jobs, without a gap: recorders start early and stop late.
std::span<PastJob const> longest_part(std::span<PastJob const> jobs) {
    std::span<PastJob const> best;
    std::size_t from = 0;
    for (std::size_t i = 1; i <= jobs.size(); ++i) {
        if (i < jobs.size() && jobs[i].submit - jobs[i - 1].submit <= longest_gap) continue;
        if (i - from > best.size()) best = jobs.subspan(from, i - from);
        from = i;
    }
    return best;
}

class Selection {
  public:
    Selection(LogQuestion const& question, SizeUnit unit) : question_(question), unit_(unit) {}

    void take(Past const& past, JobLog& log) {
        std::span<PastJob const> const part = longest_part(past.jobs);
        counts_.gap += past.jobs.size() - part.size();
        for (PastJob const& one : part) {
            if (count_if_unused(one, past)) continue;
            PastJob& job = log.past.jobs.emplace_back(one);
            job.user = log.past.users.number(past.user_of(one));
            job.queue = log.past.queues.number(past.queue_of(one));
            log.waits = log.waits || job.started();
            log.limits = log.limits || job.limit.has_value();
        }
    }

    void finish(JobLog& log) const {
        auto const& users = log.past.users;
        bool const named = users.size() > 1 || (users.size() == 1 && !users[0].empty());
        log.users = named ? users.size() : 0;
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
    bool count_if_unused(PastJob const& job, Past const& past) {
        std::size_t* unused = nullptr;
        auto const& wanted = question_.partitions;
        bool const gpu = job.gpus.value_or(0) > 0;
        auto const size = unit_ == SizeUnit::gpu ? job.gpus : job.nodes;
        if (!wanted.empty() && std::ranges::find(wanted, past.queue_of(job)) == wanted.end())
            unused = &counts_.partition;
        else if (question_.jobs != FittedJobs::all && gpu != (question_.jobs == FittedJobs::gpu))
            unused = &counts_.kind;
        else if (!size || *size < 1)
            unused = &counts_.size;
        else if (job.run().value_or(Seconds{}) < Seconds{1} || *job.run() > longest_recorded_run)
            unused = &counts_.run;
        if (unused == nullptr) return false;
        ++*unused;
        return true;
    }

    LogQuestion const& question_;
    SizeUnit unit_;
    Counts counts_;
};

SizeUnit unit_of(std::vector<Past> const& logs, LogQuestion const& question) {
    if (question.unit) return *question.unit;
    bool const nodes = std::ranges::any_of(logs, [](Past const& log) {
        return std::ranges::any_of(log.jobs,
                                   [](PastJob const& job) { return job.nodes.has_value(); });
    });
    return nodes ? SizeUnit::node : SizeUnit::gpu;
}

LogFile describe(std::filesystem::path const& path) {
    // The log was read before, so it can be opened.
    std::ifstream file(path, std::ios::binary);
    std::string const bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return {path.filename().string(), slurm::sha256_hex(bytes)};
}

/// A partition that no job has is a slip of the user.
void check_partitions(std::vector<Past> const& logs,
                      LogQuestion const& question,
                      Diagnostics& problems) {
    std::set<std::string> names;
    for (Past const& log : logs) names.insert(log.queues.names().begin(), log.queues.names().end());
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
    std::vector<Past> logs;
    JobLog log;
    for (std::filesystem::path const& file : question.files) {
        if (file == "-") {
            problems.add(problem(Code::wrong_usage,
                                 "standard input cannot be a log",
                                 "a log is read more than once: give the name of a file"));
            continue;
        }
        auto past = read_past(file, question);
        if (!past) {
            problems.append(past.error());
            continue;
        }
        log.past.notes.append(std::move(past->notes));
        log.files.push_back(describe(file));
        logs.push_back(std::move(*past));
    }
    if (!problems.has_errors()) check_partitions(logs, question, problems);
    if (problems.has_errors()) return failure(std::move(problems));
    log.unit = unit_of(logs, question);
    Selection selection(question, log.unit);
    for (Past const& one : logs) selection.take(one, log);
    selection.finish(log);
    if (log.past.jobs.empty()) {
        std::vector<std::string> reasons;
        for (LeftOut const& one : log.left_out)
            reasons.push_back(fmt::format("{} {}", one.jobs, one.why));
        problems.append(std::move(log.past.notes));
        problems.add(problem(Code::no_jobs,
                             "no job of the log can be used",
                             reasons.empty()
                                 ? "the log is empty"
                                 : fmt::format("left out: {}", fmt::join(reasons, "; "))));
        return failure(std::move(problems));
    }
    std::ranges::stable_sort(log.past.jobs, {}, &PastJob::submit);
    return log;
}

}  // namespace clustersim
