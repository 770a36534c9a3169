// SPDX-License-Identifier: Apache-2.0
#include "sim/study/preempted_runs.hpp"

#include "sim/scenario/job_costs.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

/// The work of the last run is kept, unless it was preempted; the work of all earlier runs is lost.
Seconds useful_time(QueueSample const& sample) {
    bool const kept = sample.course->over() && sample.course->end != CourseEnd::cancelled;
    if (!kept) return {};
    return was_stopped(sample) ? sample.course->runs.back().held() : sample.held;
}

/// Median, 5 % and 95 % quantile of the times that nodes were held, widened by the uncertainty of one run's prediction.
Estimate<Duration> held_range(Estimate<Duration> const& one_run,
                              std::vector<double> const& ascending) {
    return {seconds(median(ascending)),
            seconds(quantile(ascending, 0.05)) * (one_run.low / one_run.value),
            seconds(quantile(ascending, 0.95)) * (one_run.high / one_run.value)};
}

void warn_unfinished(JobOutcome const& outcome, ResolvedRun const& run, Diagnostics& warnings) {
    Diagnostic d = problem(Code::over_limit,
                           fmt::format("job \"{}\"{}{} was preempted in {} and did not run again",
                                       outcome.job,
                                       run.variant.settings.empty() ? "" : " at ",
                                       run.variant.label(),
                                       of_samples(outcome, outcome.preemption->unfinished)));
    d.severity = Severity::warning;
    warnings.add(std::move(d));
}

}  // namespace

bool was_stopped(QueueSample const& sample) {
    if (!sample.course) return false;
    JobCourse const& course = *sample.course;
    return course.runs.size() > 1 || course.runs.front().suspended > Seconds{} || !course.over() ||
           course.end == CourseEnd::cancelled;
}

void follow_runs(QueueSample& sample) {
    if (!was_stopped(sample)) return;
    sample.held = {};
    for (JobRun const& run : sample.course->runs) sample.held = sample.held + run.held();
    sample.cut = sample.course->end == CourseEnd::at_limit;
}

void settle_preemption(JobOutcome& outcome,
                       ResolvedJob const& job,
                       ResolvedRun const& run,
                       Diagnostics& warnings) {
    PreemptionAnswer answer;
    std::vector<double> held;
    double requeues = 0.0;
    Seconds all{};
    Seconds useful{};
    for (QueueSample const& sample : outcome.samples) {
        if (!sample.course) continue;
        bool const ended = sample.course->over() && sample.course->end != CourseEnd::cancelled;
        requeues += static_cast<double>(sample.course->runs.size()) - 1.0;
        answer.stopped += was_stopped(sample) ? 1 : 0;
        answer.unfinished += ended ? 0 : 1;
        held.push_back(static_cast<double>(sample.held.count));
        all = all + sample.held;
        useful = useful + useful_time(sample);
    }
    if (held.empty()) return;
    answer.requeues = requeues / static_cast<double>(held.size());
    if (!outcome.campaign && all > Seconds{}) answer.goodput = useful.duration() / all.duration();
    outcome.preemption = answer;
    if (answer.unfinished > 0) warn_unfinished(outcome, run, warnings);
    if (answer.stopped == 0) return;
    std::ranges::sort(held);
    outcome.runtime = held_range(outcome.runtime, held);
    add_costs(outcome, job, run);
}

}  // namespace clustersim
