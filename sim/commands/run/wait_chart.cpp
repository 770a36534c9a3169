// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/wait_chart.hpp"

#include "sim/report/html/row_name.hpp"
#include "sim/report/metric_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace clustersim {
namespace {

/// Shorter waits are those for the scheduler's loops.
constexpr Seconds worth_showing{60};
/// More bands cannot be told apart.
constexpr std::int64_t most_bands = 400;

/// The sample with the median wait of those that started and were recorded; null without any.
QueueSample const* median_sample(JobOutcome const& outcome) {
    std::vector<QueueSample const*> waited;
    for (QueueSample const& sample : outcome.samples)
        if (sample.waited_for != nullptr && sample.has_started() &&
            sample.waited_for->priorities.size() > 1)
            waited.push_back(&sample);
    if (waited.empty()) return nullptr;
    std::ranges::stable_sort(
        waited, {}, [](QueueSample const* sample) { return sample->wait().count; });
    return waited[(waited.size() - 1) / 2];
}

using Part = double slurm::WeightedFactors::*;

void add_part(WaitChart& chart, WaitCourse const& course, char const* name, Part part) {
    StepSeries series{name, {}, {}, {}};
    for (PriorityPoint const& point : course.priorities)
        series.values.push_back(point.factors.*part);
    bool const counts =
        std::ranges::any_of(series.values, [](double value) { return value != 0.0; });
    if (counts) chart.parts.push_back(std::move(series));
}

void add_tres(WaitChart& chart, WaitCourse const& course) {
    StepSeries series{"TRES", {}, {}, {}};
    double most = 0.0;
    for (PriorityPoint const& point : course.priorities) {
        double sum = 0.0;
        for (double const one : point.factors.tres) sum += one;
        series.values.push_back(sum);
        most = std::max(most, sum);
    }
    if (most > 0.0) chart.parts.push_back(std::move(series));
}

/// The bands of a wait, from the first change of the reason to the start.
std::vector<ReasonBand> bands_of(std::vector<ReasonPoint> const& reasons, Instant start) {
    std::vector<ReasonBand> bands;
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        Instant const to = i + 1 < reasons.size() ? reasons[i + 1].at : start;
        if (to <= reasons[i].at) continue;
        std::string reason(slurm::reason_name(reasons[i].reason));
        if (!bands.empty() && bands.back().reason == reason)
            bands.back().to = to;
        else
            bands.push_back({reasons[i].at, to, std::move(reason)});
    }
    return bands;
}

/// The same with at most most_bands of them: in each part of the time the reason that held longest.
std::vector<ReasonBand> fewer(std::vector<ReasonBand> const& bands) {
    if (static_cast<std::int64_t>(bands.size()) <= most_bands) return bands;
    Instant const from = bands.front().from;
    std::int64_t const whole = (bands.back().to - from).count;
    std::vector<ReasonBand> out;
    std::size_t first = 0;
    for (std::int64_t part = 0; part < most_bands; ++part) {
        Instant const begin = from + Seconds{whole * part / most_bands};
        Instant const end = from + Seconds{whole * (part + 1) / most_bands};
        if (end <= begin) continue;
        while (bands[first].to <= begin) ++first;
        std::map<std::string, std::int64_t> held;
        for (std::size_t i = first; i < bands.size() && bands[i].from < end; ++i)
            held[bands[i].reason] +=
                (std::min(end, bands[i].to) - std::max(begin, bands[i].from)).count;
        auto const longest =
            std::ranges::max_element(held, {}, [](auto const& one) { return one.second; });
        if (!out.empty() && out.back().reason == longest->first)
            out.back().to = end;
        else
            out.push_back({begin, end, longest->first});
    }
    return out;
}

WaitChart chart_of(JobOutcome const& outcome, QueueSample const& sample, std::string const& name) {
    WaitCourse const& course = *sample.waited_for;
    WaitChart chart;
    chart.title = "Priority of " + name + ", and what it waited for";
    auto const position = static_cast<std::size_t>(&sample - outcome.samples.data());
    auto const tasks = static_cast<std::size_t>(outcome.tasks);
    chart.note =
        fmt::format("Replicate {} (from 0){}, whose wait is the median. The bands are the reasons "
                    "that squeue shows; the parts of the priority are those of sprio.",
                    position / tasks,
                    tasks > 1 ? fmt::format(", task {}", position % tasks + 1) : "");
    chart.submitted = sample.submitted;
    chart.started = *sample.started;
    for (PriorityPoint const& point : course.priorities) {
        chart.times.push_back(point.at.since_origin - sample.submitted.since_origin);
        chart.priority.push_back(point.priority);
    }
    add_part(chart, course, "fair share", &slurm::WeightedFactors::fairshare);
    add_part(chart, course, "partition", &slurm::WeightedFactors::partition);
    add_part(chart, course, "QOS", &slurm::WeightedFactors::qos);
    add_part(chart, course, "job size", &slurm::WeightedFactors::job_size);
    add_part(chart, course, "association", &slurm::WeightedFactors::assoc);
    add_tres(chart, course);
    // On top, because it alone grows all the time.
    add_part(chart, course, "age", &slurm::WeightedFactors::age);
    auto const all = bands_of(course.reasons, *sample.started);
    chart.bands = fewer(all);
    if (chart.bands.size() < all.size())
        chart.note +=
            fmt::format(" There are {} bands: of short ones the longest is shown.", all.size());
    return chart;
}

}  // namespace

void add_priority_section(ReportPage& page, Study const& study) {
    PageChoice choice{"job", {}, {}};
    RowNames const row_name(study);
    bool reasons = false;
    for (AnswerRow const& row : answer_rows(study)) {
        QueueSample const* sample = median_sample(*row.outcome);
        reasons = reasons || sample != nullptr;
        if (sample == nullptr || sample->wait() < worth_showing) continue;
        choice.names.push_back(row_name(row));
        choice.items.push_back({chart_of(*row.outcome, *sample, choice.names.back())});
    }
    if (!reasons) return;
    PageSection section{"Priority", {}, {}};
    if (choice.items.empty())
        section.items.emplace_back(PageText{
            "In the replicate with its median wait, no job waited for longer than a minute."});
    else
        section.items.emplace_back(std::move(choice));
    page.sections.push_back(std::move(section));
}

}  // namespace clustersim
