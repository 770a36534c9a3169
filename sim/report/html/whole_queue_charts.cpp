// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/whole_queue_charts.hpp"

#include "sim/report/html/row_name.hpp"
#include "sim/report/queue_table.hpp"
#include "sim/study/whole_queue.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// Bars beyond these are left to the tables.
constexpr std::size_t most_queues = 8;
constexpr std::size_t most_changes = 40;

struct LowestValue {
    double value = 0.0;
};

/// The ends of an interval around a value; nothing without its width.
std::pair<ChartValue, ChartValue> ends_of(double value, std::optional<double> const& half_width) {
    if (!half_width) return {};
    return {value - *half_width, value + *half_width};
}

/// A mean with its 95 % interval, which ends at the lowest possible value.
void add_mean(BarSeries& series, BlockedQuotient const& mean, LowestValue lowest) {
    if (mean.empty()) {
        for (auto* column : {&series.values, &series.low, &series.high}) column->emplace_back();
        return;
    }
    auto [low, high] = ends_of(mean.value(), mean.half_width());
    if (low) low = std::max(lowest.value, *low);
    series.values.emplace_back(mean.value());
    series.low.push_back(low);
    series.high.push_back(high);
}

/// One of the two means of a class.
using ClassMean = BlockedQuotient ClassWaits::*;

/// A mean of all jobs and of those of each size, side by side for the queues.
BarChart by_size(Study const& study, ClassMean mean, LowestValue lowest) {
    auto runs = observed_queues(study);
    if (runs.size() > most_queues) runs.resize(most_queues);
    BarChart chart;
    chart.by = "jobs";
    chart.categories.emplace_back("all jobs");
    std::vector<std::size_t> classes;
    for (std::size_t c = 0; c < size_class_starts.size(); ++c) {
        bool const used = std::ranges::any_of(runs, [&](RunAnswer const* run) {
            return !run->outcomes.front().queue->classes[c].wait.empty();
        });
        if (used) classes.push_back(c);
    }
    bool const nodes = runs.front()->outcomes.front().queue->counts_nodes;
    for (std::size_t const c : classes)
        chart.categories.push_back(size_class_name(c, nodes ? "node" : "GPU"));
    for (RunAnswer const* run : runs) {
        WholeQueue const& queue = *run->outcomes.front().queue;
        BarSeries series{queue_name(*run, study), {}, {}, {}};
        add_mean(series, queue.all.*mean, lowest);
        for (std::size_t const c : classes) add_mean(series, queue.classes[c].*mean, lowest);
        chart.series.push_back(std::move(series));
    }
    chart.note = "Background jobs submitted in the window, mean over all replicates with its 95 % "
                 "interval.";
    if (observed_queues(study).size() > most_queues)
        chart.note += " The first queues; the table has all of them.";
    return chart;
}

using ChangeOf = std::optional<PairedChange> JobOutcome::*;

/// Bars of a difference; no series if no row has it.
BarChart changes(Study const& study, char const* title, ChangeOf change, char const* unit) {
    BarChart chart;
    chart.title = title;
    chart.unit = unit;
    chart.by = "job";
    chart.note = "Mean of the differences from " + study.runs.front().label +
                 ", replicate by replicate, with its 95 % interval.";
    BarSeries series{"difference", {}, {}, {}};
    RowNames const row_name(study);
    for (AnswerRow const& row : answer_rows(study)) {
        auto const& one = row.outcome->*change;
        if (!one || chart.categories.size() == most_changes) continue;
        chart.categories.push_back(row_name(row));
        series.values.emplace_back(one->value);
        auto const [low, high] = ends_of(one->value, one->half_width);
        series.low.push_back(low);
        series.high.push_back(high);
    }
    if (!chart.categories.empty()) chart.series.push_back(std::move(series));
    return chart;
}

}  // namespace

void add_whole_queue_section(ReportPage& page, Study const& study) {
    if (observed_queues(study).empty()) return;
    PageSection section{"All jobs of the queue", {}, {}};
    BarChart waits = by_size(study, &ClassWaits::wait, {0.0});
    waits.title = "Mean wait of all jobs by size";
    waits.unit = "s";
    BarChart slowdowns = by_size(study, &ClassWaits::slowdown, {1.0});
    slowdowns.title = "Bounded slowdown of all jobs by size";
    slowdowns.note += " The slowdown is max(1, (wait + run) / max(run, 10 s)).";
    section.items.emplace_back(std::move(waits));
    section.items.emplace_back(std::move(slowdowns));
    page.sections.push_back(std::move(section));
}

void add_change_section(ReportPage& page, Study const& study) {
    if (change_table(study).rows.empty()) return;
    PageSection section{
        "Differences", "If an interval contains 0, the difference may be chance.", {}};
    for (BarChart chart :
         {changes(study, "Difference of the wait", &JobOutcome::wait_change, "s"),
          changes(study, "Difference of the turnaround", &JobOutcome::turnaround_change, "s"),
          changes(study,
                  "Difference of the mean wait of all jobs",
                  &JobOutcome::queue_wait_change,
                  "s"),
          changes(study,
                  "Difference of the mean slowdown of all jobs",
                  &JobOutcome::queue_slowdown_change,
                  "")})
        if (!chart.series.empty()) section.items.emplace_back(std::move(chart));
    page.sections.push_back(std::move(section));
}

}  // namespace clustersim
