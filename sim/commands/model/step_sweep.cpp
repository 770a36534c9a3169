// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/step_sweep.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The parts of a plan: "mb" and "2".
std::vector<std::pair<std::string, std::string>> parts_of(Plan const& plan) {
    std::string const text = written_plan(plan);
    std::vector<std::pair<std::string, std::string>> parts;
    for (std::size_t from = 0; from < text.size();) {
        std::size_t const end = std::min(text.find(',', from), text.size());
        std::string const part = text.substr(from, end - from);
        std::size_t const equals = std::min(part.find('='), part.size());
        parts.emplace_back(part.substr(0, equals),
                           equals < part.size() ? part.substr(equals + 1) : "yes");
        from = end + 1;
    }
    parts.emplace_back("precision", name_of(plan.precision));
    return parts;
}

std::string value_of(Plan const& plan, std::string const& name) {
    for (auto const& [part, value] : parts_of(plan))
        if (part == name) return value;
    return "–";
}

/// The names of the parts in which the plans differ.
std::vector<std::string> differing_parts(std::span<StepPoint const> points) {
    std::vector<std::string> names;
    for (StepPoint const& p : points)
        for (auto const& [name, value] : parts_of(p.point.plan))
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    std::erase_if(names, [&](std::string const& name) {
        std::string const first = value_of(points.front().point.plan, name);
        return std::ranges::all_of(
            points, [&](StepPoint const& p) { return value_of(p.point.plan, name) == first; });
    });
    return names;
}

}  // namespace

bool compares_plans(std::span<StepPoint const> points) {
    std::set<int> counts;
    return std::ranges::any_of(
        points, [&](StepPoint const& p) { return !counts.insert(p.point.nodes).second; });
}

Table step_sweep_table(std::span<StepPoint const> points) {
    auto const names = differing_parts(points);
    bool const tokens = points.front().point.step.tokens_per_second > 0.0;
    Table table;
    table.add_column("nodes");
    for (std::string const& name : names) table.add_column(name);
    table.keys = table.columns.size();
    for (char const* title : {"step (range)", "MFU"}) table.add_column(title);
    table.add_column(tokens ? "tokens/s" : "images/s");
    for (char const* title : {"memory", "energy"}) table.add_column(title);
    for (StepPoint const& p : points) {
        StepTime const& step = p.point.step;
        std::vector<std::string> row{std::to_string(p.point.nodes)};
        for (std::string const& name : names) row.push_back(value_of(p.point.plan, name));
        row.push_back(human_range(step.total, step.low, step.high));
        row.push_back(percent(step.mfu));
        row.push_back(human_number(tokens ? step.tokens_per_second : step.samples_per_second));
        row.push_back(human(step.memory.total()));
        row.push_back(human(p.energy.facility));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace clustersim
