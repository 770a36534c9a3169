// SPDX-License-Identifier: Apache-2.0
#include "sim/study/pilot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace clustersim {

Result<std::vector<PilotPoint>> pilot_points(MeasuredTable const& table, PilotSetup const& setup) {
    std::vector<PilotPoint> points;
    Diagnostics problems;
    auto const complain = [&](MeasuredRow const& row, std::string message, std::string help) {
        Diagnostic d = problem(Code::wrong_type, std::move(message), std::move(help));
        d.where = {table.file, row.line(), 1, 1};
        problems.add(std::move(d));
    };
    constexpr std::array rates{"step_time_s", "iter_s", "samples_per_s", "tokens_per_s"};
    bool const any_rate = std::ranges::any_of(rates, [&](auto name) { return table.has(name); });
    if (!table.has("nodes") || !any_rate) {
        return failure(problem(
            Code::missing_key,
            fmt::format("{}: the columns are {}", table.file, fmt::join(table.columns, ", ")),
            "nodes and one of step_time_s, samples_per_s and tokens_per_s, with commas between"));
    }
    for (LeftOutRow const& row : table.broken)
        complain(MeasuredRow(row.line, {}), row.reason, "one cell under each column");
    for (MeasuredRow const& row : table.rows) {
        auto const stated = row.number("nodes");
        std::optional<int> nodes;
        if (stated && *stated == std::floor(*stated)) nodes = row.whole("nodes");
        auto const time = row.number(table.has("step_time_s") ? "step_time_s" : "iter_s");
        auto const samples = row.number("samples_per_s");
        auto const tokens = row.number("tokens_per_s");
        auto const positive = [](std::optional<double> value) { return value && *value > 0.0; };
        if (!nodes) {
            complain(row,
                     fmt::format("\"{}\" is no number of nodes", row.text("nodes")),
                     "a whole number of at least 1");
        } else if (positive(time)) {
            points.push_back({*nodes, seconds(*time)});
        } else if (positive(samples) || positive(tokens)) {
            auto const plan = plan_for(setup.application, setup.platform, *nodes, setup.scaling);
            if (!plan) {
                problems.append_unsaid(plan.error());
                continue;
            }
            auto const* model = std::get_if<Transformer>(&setup.application.model);
            double const length = model != nullptr ? model->sequence : 1.0;
            double const rate = positive(samples) ? *samples : *tokens / length;
            points.push_back({*nodes, seconds(plan->global_batch() / rate)});
        } else {
            std::string fault = "neither a step time nor a throughput";
            for (auto const rate : rates) {
                if (!row.text(rate).empty())
                    fault = fmt::format("{} \"{}\" is no positive number", rate, row.text(rate));
            }
            complain(row, std::move(fault), "one of step_time_s, samples_per_s and tokens_per_s");
        }
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return points;
}

}  // namespace clustersim
