// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/study_queue.hpp"

#include "sim/report/html/queue_over_time.hpp"
#include "sim/report/html/row_name.hpp"
#include "sim/report/html/waits_by_size.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/study/preempted_runs.hpp"
#include "sim/study/shown_replicate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// More do not fit into a report of two megabytes with everything else, and cannot be told apart on a screen.
constexpr std::size_t shown_runs = 10'000;
/// Jobs in the pictures of all machines together: some four megabytes.
constexpr std::size_t shown_runs_of_machines = 40'000;
/// Instants of use over time.
constexpr std::size_t shown_instants = 4'000;
constexpr std::size_t shown_own = 24;
constexpr std::size_t shown_rows = 40;

/// The end of the last run that a sample knows.
std::optional<Instant> end_of_sample(QueueSample const& sample) {
    if (!sample.has_started()) return std::nullopt;
    if (was_stopped(sample)) return sample.course->runs.back().ended;
    return *sample.started + sample.held;
}

/// The settings of a sweep that decide the queue: all but those of the jobs.
std::vector<std::pair<std::string, std::string>> queue_settings(RunAnswer const& run) {
    auto settings = run.settings;
    std::erase_if(settings, [](auto const& one) { return one.first.starts_with("jobs."); });
    return settings;
}

/// True if the jobs of two runs are tried in the same queue.
bool share_queue(RunAnswer const& a, RunAnswer const& b) {
    return a.place.system == b.place.system && a.place.partition == b.place.partition &&
           queue_settings(a) == queue_settings(b);
}

/// One replicate of each of the study's jobs in the queue of a run, of several tasks the first.
std::vector<OwnRun> own_runs(Study const& study, RunAnswer const& first, std::uint64_t replicate) {
    RowNames const row_name = RowNames::of_one_machine();
    std::vector<OwnRun> own;
    for (AnswerRow const& row : answer_rows(study)) {
        if (!share_queue(*row.run, first)) continue;
        std::size_t const at = replicate * static_cast<std::size_t>(row.outcome->tasks);
        if (at >= row.outcome->samples.size() || own.size() == shown_own) continue;
        QueueSample const& sample = row.outcome->samples[at];
        own.push_back({row_name(row), sample.submitted, sample.started, end_of_sample(sample)});
    }
    return own;
}

/// The units that the timeline counts.
std::string unit_of(QueueTimeline const& timeline) {
    return timeline.counts_nodes ? "nodes" : "GPUs";
}

GanttChart queue_picture(Study const& study,
                         RunAnswer const& first,
                         QueueTimeline const& timeline,
                         std::size_t most_runs) {
    GanttChart chart;
    std::vector<PastJob> const& runs = timeline.runs.jobs;
    chart.title = "Queue of one replicate";
    chart.unit = unit_of(timeline);
    chart.lanes.push_back({first.place.partition, timeline.capacity});
    std::size_t const left_out = runs.size() - std::min(runs.size(), most_runs);
    chart.runs.users = timeline.runs.users;
    chart.runs.queues = timeline.runs.queues;
    chart.runs.jobs.assign(runs.begin() + static_cast<std::ptrdiff_t>(left_out), runs.end());
    chart.from = left_out > 0 ? chart.runs.jobs.front().start : timeline.points.front().time;
    chart.recorded = timeline.points.back().time;
    chart.to = chart.recorded;
    chart.own = own_runs(study, first, timeline.shown.number);
    for (OwnRun const& own : chart.own) chart.to = std::max(chart.to, own.end.value_or(own.submit));
    chart.note = fmt::format("Shown: {}. The height is the number of {}; the rows are stacked and "
                             "are not the numbers of nodes. The jobs of the "
                             "background load are those of the queue without the study's jobs.",
                             shown_text(timeline.shown),
                             chart.unit);
    if (left_out > 0)
        chart.note += fmt::format(" The {} jobs that started first are left out.", left_out);
    return chart;
}

StepChart use_over_time(QueueTimeline const& timeline) {
    StepChart chart;
    chart.title = "Use and queue length over time";
    chart.note = fmt::format("Shown: {}, without the study's jobs.", shown_text(timeline.shown));
    std::string const unit = unit_of(timeline);
    StepSeries busy{"busy " + unit, unit, static_cast<double>(timeline.capacity), {}};
    StepSeries queued{"queued jobs", "jobs", {}, {}};
    for (TimelinePoint const& point : timeline.points) {
        chart.times.push_back(point.time.since_origin);
        busy.values.push_back(static_cast<double>(point.busy_units));
        queued.values.push_back(static_cast<double>(point.queued_jobs));
    }
    chart.series = {std::move(busy), std::move(queued)};
    return with_fewer_instants(std::move(chart), shown_instants);
}

}  // namespace

void add_queue_section(ReportPage& page, Study const& study) {
    if (study.timeline.points.empty()) return;
    PageSection section{"Queue", {}, {}};
    if (!study.timeline.runs.jobs.empty())
        section.items.emplace_back(
            queue_picture(study, study.runs.front(), study.timeline, shown_runs));
    section.items.emplace_back(use_over_time(study.timeline));
    page.sections.push_back(std::move(section));
}

void add_queue_section(ReportPage& page, Study const& study, std::span<MachineQueue const> queues) {
    if (queues.empty()) return;
    PageChoice choice{"machine", {}, {}};
    std::size_t const most_runs = std::min(shown_runs, shown_runs_of_machines / queues.size());
    for (MachineQueue const& queue : queues) {
        RunAnswer const& first = study.runs[queue.run];
        if (queue.timeline.points.empty()) continue;
        choice.names.push_back(first.place.system);
        auto& charts = choice.items.emplace_back();
        if (!queue.timeline.runs.jobs.empty())
            charts.emplace_back(queue_picture(study, first, queue.timeline, most_runs));
        charts.emplace_back(use_over_time(queue.timeline));
    }
    PageSection section{"Queue", {}, {}};
    section.items.emplace_back(std::move(choice));
    page.sections.push_back(std::move(section));
}

void add_wait_section(ReportPage& page, Study const& study) {
    bool const empty_machine = std::ranges::all_of(
        study.runs, [](RunAnswer const& run) { return run.terms.background.mix.empty(); });
    if (empty_machine) return;
    PageSection section{"Waits", {}, {}};
    BoxChart own;
    own.title = "Waits of the study's jobs";
    own.note = "Each point is one replicate. Box: quartiles and median; line: 5 – 95 %. An axis of "
               "over half an hour is logarithmic beyond a minute.";
    own.unit = "s";
    own.by = "job";
    auto const rows = answer_rows(study);
    RowNames const row_name(study);
    for (AnswerRow const& row : rows) {
        if (own.boxes.size() == shown_rows) break;
        ChartBox box{row_name(row), {}, 0};
        for (QueueSample const& sample : row.outcome->samples)
            if (sample.has_started())
                box.ascending.push_back(static_cast<double>(sample.wait().count));
            else
                ++box.never;
        std::ranges::sort(box.ascending);
        own.boxes.push_back(std::move(box));
    }
    if (rows.size() > shown_rows)
        own.note += fmt::format(" The first {} of {} rows.", shown_rows, rows.size());
    section.items.emplace_back(std::move(own));
    if (study.timeline.runs.jobs.size() > 1) {
        BoxChart others = waits_by_size(study.timeline.runs.jobs, unit_of(study.timeline));
        others.note = fmt::format(
            "Jobs of the background load in {}. {}", shown_text(study.timeline.shown), others.note);
        section.items.emplace_back(std::move(others));
    }
    page.sections.push_back(std::move(section));
}

}  // namespace clustersim
