// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_bars.hpp"

#include "sim/core/human.hpp"
#include "sim/report/bars.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/named_rows.hpp"
#include "sim/report/turnaround_parts.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/shown_replicate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace clustersim {
namespace {

constexpr std::size_t bar_width = 32;
constexpr std::size_t spark_width = 48;
/// Fewer points are no curve.
constexpr std::size_t least_points = 3;

/// A table without rows if the study is no scaling curve.
Table scaling_bars(Study const& study, bool utf8) {
    Metric const& efficiency = metric_named("efficiency");
    std::vector<AnswerRow> rows = answer_rows(study);
    std::erase_if(
        rows, [&](AnswerRow const& row) { return !efficiency.value(*row.outcome).has_value(); });
    std::set<std::int64_t> sizes;
    for (AnswerRow const& row : rows) sizes.insert(row.outcome->nodes);
    if (sizes.size() < least_points) return {};
    Table table = named_rows("scaling of", rows);
    add_metric_columns(table, {"efficiency"}, rows);
    table.add_column("", false);
    for (std::size_t i = 0; i < rows.size(); ++i)
        table.rows[i].push_back(bar(*efficiency.value(*rows[i].outcome), bar_width, utf8));
    return table;
}

/// Wait + run = turnaround. A table without rows if nothing waits for others.
Table turnaround_bars(Study const& study, bool utf8) {
    constexpr std::size_t drawn_rows = 40;
    if (!has_other_jobs(study)) return {};
    std::vector<AnswerRow> rows;
    std::vector<TurnaroundParts> parts;
    double longest = 0.0;
    for (AnswerRow const& row : answer_rows(study)) {
        auto const of = turnaround_parts(*row.outcome, TurnaroundOf::median);
        if (!of || rows.size() == drawn_rows) continue;
        rows.push_back(row);
        parts.push_back(*of);
        longest = std::max({longest, of->high, of->whole()});
    }
    if (rows.empty()) return {};
    Table table = named_rows("wait + run of", rows);
    table.add_column("turnaround");
    table.add_column(turnaround_legend(utf8), false);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.rows[i].push_back(human(seconds(parts[i].whole())));
        table.rows[i].push_back(turnaround_bar(parts[i], longest, bar_width, utf8));
    }
    return table;
}

/// A value over time, in equal parts of the time of the points.
struct Course {
    std::vector<double> means;
    std::vector<double> highest;
    double mean = 0.0;
};

template <class Of>
Course course_of(std::vector<TimelinePoint> const& points, Of of) {
    std::int64_t const from = points.front().time.since_origin;
    std::int64_t const whole = points.back().time.since_origin - from;
    Course course{std::vector<double>(spark_width), std::vector<double>(spark_width), 0.0};
    auto const edge = [&](std::size_t part) {
        return static_cast<double>(whole) * static_cast<double>(part) / spark_width;
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        auto const begin = static_cast<double>(points[i].time.since_origin - from);
        auto const end = static_cast<double>(points[i + 1].time.since_origin - from);
        double const value = of(points[i]);
        for (std::size_t part = 0; part < spark_width; ++part) {
            double const share = std::min(end, edge(part + 1)) - std::max(begin, edge(part));
            if (share <= 0.0) continue;
            course.means[part] += value * share / edge(1);
            course.highest[part] = std::max(course.highest[part], value);
        }
        course.mean += value * (end - begin) / static_cast<double>(whole);
    }
    return course;
}

std::string queue_bars(Study const& study, bool utf8) {
    QueueTimeline const& timeline = study.timeline;
    if (timeline.points.size() < 2 || timeline.capacity <= 0) return "";
    Seconds const span = timeline.points.back().time - timeline.points.front().time;
    if (span.count <= 0) return "";
    auto const capacity = static_cast<double>(timeline.capacity);
    Course const busy = course_of(
        timeline.points,
        [&](TimelinePoint const& point) {
            return static_cast<double>(point.busy_units) / capacity;
        });
    Course const waiting = course_of(timeline.points, [](TimelinePoint const& point) {
        return static_cast<double>(point.queued_jobs);
    });
    double const most = std::ranges::max(waiting.highest);
    return fmt::format("\nQueue over {}, without the study's jobs, in {}:\n"
                       "in use   {}  {} of {} {}\n"
                       "waiting  {}  at most {} jobs\n",
                       human(span.duration()),
                       shown_text(timeline.shown),
                       sparkline(busy.means, 1.0, utf8),
                       human_percent(busy.mean),
                       grouped(timeline.capacity),
                       timeline.counts_nodes ? "nodes" : "GPUs",
                       sparkline(waiting.highest, most, utf8),
                       human_number(most));
}

}  // namespace

void add_study_bars(PrintedAnswer& answer, Study const& study) {
    for (bool const utf8 : {false, true}) {
        for (Table const& bars : {turnaround_bars(study, utf8), scaling_bars(study, utf8)}) {
            if (bars.rows.empty()) continue;
            answer.push_back({"\n", {Format::table}, utf8, true});
            answer.push_back({bars, {Format::table}, utf8, true});
        }
        std::string const queue = queue_bars(study, utf8);
        if (!queue.empty()) answer.push_back({queue, {Format::table}, utf8, true});
    }
}

}  // namespace clustersim
