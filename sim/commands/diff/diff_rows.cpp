// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_rows.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace clustersim {
namespace {

using DiffJson = nlohmann::ordered_json;

DiffRow row_of_value(DiffRow row, std::string metric, DiffValue const& value) {
    row.metric = std::move(metric);
    row.first = value.first;
    row.other = value.other;
    if (value.half_width) {
        row.low = value.change() - *value.half_width;
        row.high = value.change() + *value.half_width;
    }
    return row;
}

DiffRow plain_row(DiffRow row, std::string metric, double first, double other) {
    return row_of_value(std::move(row), std::move(metric), {first, other, {}});
}

DiffJson json_of(DiffRow const& row) {
    DiffJson json{{"division", row.division},
                  {"class", row.of},
                  {"metric", row.metric},
                  {"first", row.first},
                  {"other", row.other},
                  {"difference", row.other - row.first},
                  {"low", nullptr},
                  {"high", nullptr}};
    if (row.low) json["low"] = *row.low;
    if (row.high) json["high"] = *row.high;
    return json;
}

}  // namespace

std::vector<DiffRow> diff_rows(DiffAnswer const& answer) {
    std::vector<DiffRow> rows;
    for (DiffPair const& pair : answer.pairs) {
        for (ClassDiff const& one : pair.classes) {
            DiffRow const base{pair.name, one.of.division, one.of.name, {}, 0.0, 0.0, {}, {}};
            rows.push_back(plain_row(base,
                                     "jobs",
                                     static_cast<double>(one.jobs_first),
                                     static_cast<double>(one.jobs_other)));
            rows.push_back(row_of_value(base, "mean_wait_s", one.mean_wait));
            rows.push_back(plain_row(base, "median_wait_s", one.median_first, one.median_other));
            rows.push_back(row_of_value(base, "mean_bounded_slowdown", one.slowdown));
        }
        DiffRow const machine{pair.name, "machine", {}, {}, 0.0, 0.0, {}, {}};
        if (pair.utilisation)
            rows.push_back(row_of_value(machine, "utilization", *pair.utilisation));
        if (pair.lost_capacity)
            rows.push_back(row_of_value(machine, "loss_of_capacity", *pair.lost_capacity));
        rows.push_back(row_of_value(machine, "started_by_backfill", pair.by_backfill));
        if (pair.power) rows.push_back(row_of_value(machine, "mean_power_w", *pair.power));
        if (pair.failures) {
            FailureDiff const& of = *pair.failures;
            rows.push_back(row_of_value(machine, "node_failures_per_day", of.node_failures));
            rows.push_back(row_of_value(machine, "jobs_requeued_per_day", of.jobs_requeued));
            rows.push_back(row_of_value(machine, "jobs_failed_per_day", of.jobs_failed));
            rows.push_back(row_of_value(machine, "node_hours_down_per_day", of.node_hours_down));
            rows.push_back(row_of_value(machine, "node_hours_lost_per_day", of.node_hours_lost));
        }
        rows.push_back(plain_row(machine,
                                 "jobs_not_started",
                                 static_cast<double>(pair.unstarted_first),
                                 static_cast<double>(pair.unstarted_other)));
    }
    return rows;
}

std::string diff_json(DiffAnswer const& answer) {
    DiffJson json{{"schema", "clustersim/diff/1"},
                  {"first", answer.first},
                  {"blocks", answer.blocks},
                  {"block", answer.blocks_are_days ? "day" : "replicate"}};
    json["sides"] = DiffJson::array();
    for (DiffPair const& pair : answer.pairs) {
        DiffJson side{{"name", pair.name}};
        if (pair.pairs)
            side["jobs_on_both"] = {{"jobs", pair.pairs->jobs},
                                    {"earlier", pair.pairs->earlier},
                                    {"later", pair.pairs->later}};
        side["values"] = DiffJson::array();
        for (DiffRow const& row : diff_rows(answer))
            if (row.side == pair.name) side["values"].push_back(json_of(row));
        json["sides"].push_back(std::move(side));
    }
    return json.dump(2) + "\n";
}

}  // namespace clustersim
