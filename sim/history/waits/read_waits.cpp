// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/read_waits.hpp"

#include "sim/history/fit/read_past.hpp"
#include "sim/history/waits/job_cases.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// All jobs of all files.
Result<Past> past_of_all(LogQuestion const& question) {
    Diagnostics problems;
    Past out;
    out.origin = Seconds{0};
    for (std::filesystem::path const& file : question.files) {
        auto past = read_past(file, question);
        if (!past) {
            problems.append(past.error());
            continue;
        }
        out.notes.append(std::move(past->notes));
        if (!past->origin) out.origin.reset();
        auto const shift = past->origin.value_or(Seconds{0});
        for (PastJob& job : past->jobs) {
            job.submit = job.submit + shift;
            if (job.started()) job.start = job.start + shift;
            if (job.ended()) job.end = job.end + shift;
            job.user = out.users.number(past->user_of(job));
            job.queue = out.queues.number(past->queue_of(job));
        }
        out.jobs.insert(out.jobs.end(), past->jobs.begin(), past->jobs.end());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    std::ranges::stable_sort(out.jobs, {}, &PastJob::submit);
    return out;
}

}  // namespace

Result<LoggedWaits> read_waits(LogQuestion const& question) {
    auto past = past_of_all(question);
    if (!past) return failure(std::move(past.error()));
    LoggedWaits out;
    auto const& wanted = question.partitions;
    std::erase_if(past->jobs, [&](PastJob const& job) {
        if (!wanted.empty() && std::ranges::find(wanted, past->queue_of(job)) == wanted.end())
            return true;
        if (job.size() <= 0) return true;
        bool const waited = job.started() && job.wait() >= Seconds{0};
        out.never_started += waited ? 0 : 1;
        return !waited;
    });
    out.past = std::move(*past);
    if (!out.past.jobs.empty()) return out;
    Diagnostics problems = std::move(out.past.notes);
    problems.add(problem(Code::no_jobs,
                         "no job of the log has a recorded wait",
                         "waits are in field 3 of SWF, and follow from Submit and Start of sacct"));
    return failure(std::move(problems));
}

std::optional<WaitCases> logged_cases(LoggedWaits& log, LearningOptions const& options) {
    WaitNames names;
    auto const features = features_of(log.past, names, options);
    if (!features) return std::nullopt;
    WaitCases out = cases_of(log.past, *features, names);
    out.never_started = log.never_started;
    out.notes = std::move(log.past.notes);
    return out;
}

}  // namespace clustersim
