// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/queue_over_time.hpp"

#include <algorithm>

namespace clustersim {
namespace {

struct QueueChange {
    Instant at;
    std::int64_t units = 0;
    std::int64_t waiting = 0;
};

std::vector<QueueChange> changes_of(std::span<PastJob const> runs) {
    std::vector<QueueChange> changes;
    changes.reserve(3 * runs.size());
    for (PastJob const& run : runs) {
        changes.push_back({run.submit, 0, 1});
        changes.push_back({run.start, run.size(), -1});
        if (run.ended()) changes.push_back({run.end, -run.size(), 0});
    }
    std::ranges::stable_sort(changes, {}, &QueueChange::at);
    return changes;
}

}  // namespace

StepChart queue_over_time(std::span<PastJob const> runs,
                          std::string const& unit,
                          std::int64_t capacity,
                          std::size_t most_points) {
    StepChart chart;
    chart.title = "Use and queue length over time";
    StepSeries busy{"busy " + unit, unit, {}, {}};
    if (capacity > 0) busy.most = static_cast<double>(capacity);
    StepSeries queued{"waiting jobs", "jobs", {}, {}};
    std::vector<QueueChange> const changes = changes_of(runs);
    if (changes.empty()) return chart;
    std::int64_t units = 0;
    std::int64_t waiting = 0;
    for (std::size_t i = 0; i < changes.size();) {
        // What changes at one instant is one step.
        Instant const now = changes[i].at;
        for (; i < changes.size() && changes[i].at == now; ++i) {
            units += changes[i].units;
            waiting += changes[i].waiting;
        }
        chart.times.push_back(now.since_origin);
        busy.values.push_back(static_cast<double>(units));
        queued.values.push_back(static_cast<double>(waiting));
    }
    chart.series = {std::move(busy), std::move(queued)};
    return with_fewer_instants(std::move(chart), most_points);
}

StepChart with_fewer_instants(StepChart chart, std::size_t most) {
    if (chart.times.size() <= most) return chart;
    std::int64_t const first = chart.times.front();
    std::int64_t const width = (chart.times.back() - first) / static_cast<std::int64_t>(most) + 1;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < chart.times.size(); ++i) {
        std::int64_t const begin = first + (chart.times[i] - first) / width * width;
        bool const opens = kept == 0 || chart.times[kept - 1] != begin;
        if (opens) chart.times[kept++] = begin;
        for (StepSeries& one : chart.series) {
            double& highest = one.values[kept - 1];
            highest = opens ? one.values[i] : std::max(highest, one.values[i]);
        }
    }
    chart.times.resize(kept);
    for (StepSeries& one : chart.series) one.values.resize(kept);
    chart.note += std::string(chart.note.empty() ? "" : " ") +
                  "Each step shows the highest value of its interval.";
    return chart;
}

}  // namespace clustersim
