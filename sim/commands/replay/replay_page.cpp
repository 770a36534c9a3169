// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replay_page.hpp"

#include "sim/commands/replay/replay_report.hpp"
#include "sim/core/human.hpp"
#include "sim/report/html/queue_over_time.hpp"
#include "sim/report/html/waits_by_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace clustersim {
namespace {

/// A page with more of them takes too long to open.
constexpr std::size_t most_pictured = 100'000;

/// One lane for each partition, in the order of their first jobs.
void add_lanes(GanttChart& chart, std::int64_t processors) {
    std::map<std::string, std::int32_t> lanes;
    for (PastJob const& run : chart.runs.jobs) {
        std::string const& partition = chart.runs.queue_of(run);
        auto const [lane, is_new] =
            lanes.emplace(partition, static_cast<std::int32_t>(lanes.size()));
        if (is_new) chart.lanes.push_back({partition, 0});
        chart.lane_of.push_back(lane->second);
    }
    if (lanes.size() > 1) return;
    chart.lane_of.clear();
    chart.lanes.front().capacity = processors;
}

GanttChart trace_picture(ReplayedQueue const& replayed) {
    std::vector<PastJob> const& runs = replayed.runs.jobs;
    GanttChart chart;
    chart.title = "Queue";
    chart.unit = replayed.unit;
    std::size_t const shown = std::min(runs.size(), most_pictured);
    chart.runs.users = replayed.runs.users;
    chart.runs.queues = replayed.runs.queues;
    chart.runs.jobs.assign(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(shown));
    add_lanes(chart, replayed.summary.processors);
    chart.from = chart.runs.jobs.front().start;
    chart.to = chart.from;
    for (PastJob const& run : chart.runs.jobs)
        chart.to = std::max(chart.to, run.ended() ? run.end : run.start);
    chart.recorded = chart.to;
    chart.note = fmt::format(
        "The height is the number of {}; the rows are stacked and are not the numbers of nodes.",
        replayed.unit);
    if (shown < runs.size())
        chart.note += fmt::format(
            " The first {} of {} jobs; `--first` and `--from` choose others.", shown, runs.size());
    return chart;
}

}  // namespace

ReportPage replay_page(ReplayedQueue replayed) {
    ReplaySummary const& summary = replayed.summary;
    std::vector<PastJob>& runs = replayed.runs.jobs;
    std::ranges::stable_sort(runs, {}, &PastJob::start);
    ReportPage page;
    page.kind = "replay";
    page.title = fmt::format("{} under {}", summary.trace, summary.policy);
    page.cards = {
        {"Jobs", fmt::format("{}", summary.metrics.jobs), {}},
        {"Mean wait", human(seconds(summary.metrics.mean_wait_s)), {}},
        {"Median wait", human(summary.metrics.median_wait.duration()), {}},
        {"95 % wait at most", human(summary.metrics.p95_wait.duration()), {}},
        {"Mean bounded slowdown", human_number(summary.metrics.mean_bounded_slowdown), {}},
        {"Utilization", human_percent(summary.metrics.utilization), {}}};
    page.sections.push_back({"Answers", {}, {}});
    page.sections.back().items.emplace_back(PageTable{{}, replay_table(summary)});
    PageSection queue{"Queue", {}, {}};
    if (!runs.empty()) {
        queue.items.emplace_back(trace_picture(replayed));
        queue.items.emplace_back(queue_over_time(runs, replayed.unit, summary.processors));
        queue.items.emplace_back(waits_by_size(runs, replayed.unit));
        page.sections.push_back(std::move(queue));
    }
    page.terms = {{"trace", summary.trace}, {"policy", summary.policy}};
    for (std::string const& setting : replayed.settings)
        page.terms.emplace_back("changed", setting);
    return page;
}

}  // namespace clustersim
