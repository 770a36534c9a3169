// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/fit_waits.hpp"

#include "sim/history/waits/job_cases.hpp"
#include "sim/history/waits/read_waits.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {

Result<FittedWaits> fit_waits(LogQuestion const& question, LearningOptions const& options) {
    auto log = read_waits(question);
    if (!log) return failure(std::move(log.error()));
    if (!log->past.origin)
        return failure(problem(Code::inconsistent,
                               "the log has no dates, but a forecast needs hours and weekdays",
                               "the output of sacct --parsable2 has dates"));
    Past& past = log->past;
    Instant last = past.jobs.front().submit;
    for (PastJob const& job : past.jobs) last = std::max(last, job.end);
    WaitNames names;
    auto const features = features_of(past, names, options);
    if (!features) return FittedWaits{.model = {}, .notes = std::move(past.notes)};
    auto const cases = cases_of(past, *features, names);
    // A wait has ended if its start is earlier than what is known.
    auto learned = learn_waits(cases, names, last + Seconds{1}, options);
    if (!learned) return failure(std::move(learned.error()));
    FittedWaits out{.model = std::move(learned->model), .notes = std::move(past.notes)};
    if (learned->too_few.empty()) return out;
    Diagnostics problems = std::move(out.notes);
    problems.add(problem(Code::no_jobs,
                         "the log is too short for trees: " + learned->too_few,
                         "clustersim forecast --history takes a shorter one"));
    return failure(std::move(problems));
}

}  // namespace clustersim
