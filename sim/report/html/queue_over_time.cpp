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

std::vector<QueueChange> changes_of(std::span<QueueRun const> runs) {
    std::vector<QueueChange> changes;
    changes.reserve(3 * runs.size());
    for (QueueRun const& run : runs) {
        changes.push_back({run.submit, 0, 1});
        changes.push_back({run.start, run.units, -1});
        if (run.end) changes.push_back({*run.end, -run.units, 0});
    }
    std::ranges::stable_sort(changes, {}, &QueueChange::at);
    return changes;
}

}  // namespace

StepChart queue_over_time(std::span<QueueRun const> runs,
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
    std::int64_t const first = changes.front().at.since_origin;
    std::int64_t const span = changes.back().at.since_origin - first;
    std::int64_t const width =
        std::max<std::int64_t>(1, span / static_cast<std::int64_t>(most_points) + 1);
    std::int64_t units = 0;
    std::int64_t waiting = 0;
    for (std::size_t i = 0; i < changes.size();) {
        std::int64_t const interval = (changes[i].at.since_origin - first) / width;
        double highest_use = 0.0;
        double longest = 0.0;
        while (i < changes.size() && (changes[i].at.since_origin - first) / width == interval) {
            // What changes at one instant is one step.
            Instant const now = changes[i].at;
            for (; i < changes.size() && changes[i].at == now; ++i) {
                units += changes[i].units;
                waiting += changes[i].waiting;
            }
            highest_use = std::max(highest_use, static_cast<double>(units));
            longest = std::max(longest, static_cast<double>(waiting));
        }
        chart.times.push_back(first + interval * width);
        busy.values.push_back(highest_use);
        queued.values.push_back(longest);
    }
    if (width > 1) chart.note = "Each step shows the highest value of its interval.";
    chart.series = {std::move(busy), std::move(queued)};
    return chart;
}

}  // namespace clustersim
