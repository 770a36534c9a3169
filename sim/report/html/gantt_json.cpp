// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/gantt_json.hpp"

#include "sim/core/ensure.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_map>

namespace clustersim {
namespace {

using nlohmann::ordered_json;

/// Numbers that are stored as differences from the one before.
class DifferenceColumn {
  public:
    void add(std::int64_t value) {
        numbers_.push_back(value - before_);
        before_ = value;
    }
    [[nodiscard]] ordered_json take() { return std::move(numbers_); }

  private:
    ordered_json numbers_ = ordered_json::array();
    std::int64_t before_ = 0;
};

/// Names that are stored once, and a column of their positions.
class NameColumn {
  public:
    void add(std::string const& name) {
        auto const [entry, is_new] = at_.emplace(name, names_.size());
        if (is_new) names_.push_back(name);
        positions_.push_back(entry->second);
    }
    /// True if all have the same name.
    [[nodiscard]] bool says_nothing() const { return names_.size() < 2; }
    void put(ordered_json& item, char const* names, ordered_json& jobs, char const* column) {
        if (says_nothing()) return;
        item[names] = std::move(names_);
        jobs[column] = std::move(positions_);
    }

  private:
    std::unordered_map<std::string, std::size_t> at_;
    ordered_json names_ = ordered_json::array();
    ordered_json positions_ = ordered_json::array();
};

ordered_json jobs_columns(GanttChart const& chart, ordered_json& item) {
    DifferenceColumn id;
    DifferenceColumn start;
    NameColumn user;
    NameColumn partition;
    ordered_json wait = ordered_json::array();
    ordered_json run = ordered_json::array();
    ordered_json size = ordered_json::array();
    for (PastJob const& one : chart.runs.jobs) {
        id.add(one.id);
        start.add(one.start.since_origin);
        wait.push_back(one.wait().count);
        auto const time = one.run();
        run.push_back(time ? ordered_json(time->count) : ordered_json(nullptr));
        size.push_back(one.size());
        user.add(chart.runs.user_of(one));
        partition.add(chart.runs.queue_of(one));
    }
    ordered_json jobs{{"id", id.take()},
                      {"start", start.take()},
                      {"wait", std::move(wait)},
                      {"run", std::move(run)},
                      {"size", std::move(size)}};
    user.put(item, "users", jobs, "user");
    partition.put(item, "partitions", jobs, "partition");
    if (!chart.lane_of.empty()) {
        CS_ENSURE(chart.lane_of.size() == chart.runs.jobs.size(), "a lane for each run");
        jobs["lane"] = chart.lane_of;
    }
    return jobs;
}

ordered_json own_jobs(std::vector<OwnRun> const& own) {
    auto const instant = [](std::optional<Instant> const& at) {
        return at ? ordered_json(at->since_origin) : ordered_json(nullptr);
    };
    ordered_json out = ordered_json::array();
    for (OwnRun const& job : own)
        out.push_back({{"name", job.name},
                       {"submit", job.submit.since_origin},
                       {"start", instant(job.start)},
                       {"end", instant(job.end)}});
    return out;
}

}  // namespace

ordered_json gantt_json(GanttChart const& chart) {
    ordered_json item = ordered_json::object();
    ordered_json lanes = ordered_json::array();
    for (GanttLane const& lane : chart.lanes)
        lanes.push_back({{"name", lane.name}, {"capacity", lane.capacity}});
    item["lanes"] = std::move(lanes);
    item["jobs"] = jobs_columns(chart, item);
    item["own"] = own_jobs(chart.own);
    return item;
}

}  // namespace clustersim
