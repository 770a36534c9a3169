// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/advice_json.hpp"

#include "sim/report/json_number.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::json;

json value_json(std::optional<double> const& value) {
    return value ? json_number(*value) : json(nullptr);
}

json range_json(SampleRange const& range) {
    auto const time = [](std::optional<Duration> const& one) {
        return value_json(one ? std::optional(one->si()) : std::nullopt);
    };
    return {{"median", time(range.median)}, {"low", time(range.low)}, {"high", time(range.high)}};
}

json times_json(AdvisedTimes const& times) {
    return {{"start_s", range_json(times.start)},
            {"end_s", range_json(times.end)},
            {"gpu_hours", value_json(times.totals.gpu_hours)},
            {"node_hours", value_json(times.totals.node_hours)},
            {"billed", value_json(times.totals.billed())},
            {"energy_J", value_json(times.totals.energy)}};
}

json change_json(AdvisedChange const& change) {
    json out = times_json(change.times);
    out["change"] = change.change;
    out["condition"] = change.condition;
    out["line"] = change.line > 0 ? json(change.line) : json(nullptr);
    out["partition"] = change.partition;
    out["sooner"] = change.sooner ? json(*change.sooner) : json(nullptr);
    return out;
}

}  // namespace

std::string advice_json(Advice const& advice) {
    RunAnswer const& base = advice.study.runs.front();
    NodeRequest const& nodes = advice.asked.nodes;
    json changes = json::array();
    for (AdvisedChange const& change : advice.changes) changes.push_back(change_json(change));
    json out = times_json(advice.times);
    out["schema"] = "clustersim/advice/1";
    out["job"] = base.outcomes.front().job;
    out["system"] = base.place.system;
    out["partition"] = base.place.partition;
    out["partition_choice"] = advice.asked.partitions.why;
    out["nodes"] = nodes.nodes;
    out["tasks"] = base.outcomes.front().tasks;
    out["gpus_per_node"] = nodes.gpus;
    out["cores_per_node"] = nodes.cores ? json(*nodes.cores) : json(nullptr);
    out["memory_per_node_B"] =
        value_json(nodes.memory ? std::optional(nodes.memory->si()) : std::nullopt);
    out["limit_s"] = advice.asked.limit.count;
    out["runtime_s"] =
        advice.asked.knows_runtime ? json(advice.asked.runtime.count) : json(nullptr);
    out["billing_unit"] = base.place.bill_unit;
    out["replicates"] = base.outcomes.front().replicates();
    out["seed"] = base.terms.seed;
    out["changes"] = changes;
    out["site_defaults"] = advice.asked.taken;
    out["other_partitions"] = advice.other_partitions;
    return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
