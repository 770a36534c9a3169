// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace clustersim {

namespace {

constexpr std::array rates{"step_time_s", "iter_s", "samples_per_s", "tokens_per_s"};

/// More than any machine has; all devices together are counted in an int.
constexpr int most_nodes = 1'000'000;

bool positive(std::optional<double> value) {
    return value && *value > 0.0;
}

/// Reads the rows of one table.
class PilotReader {
  public:
    PilotReader(MeasuredTable const& table, PilotSetup const& setup)
        : table_(&table), setup_(&setup) {}

    void row(MeasuredRow const& row) {
        auto const stated = row.number("nodes");
        std::optional<int> nodes;
        if (stated && *stated == std::floor(*stated) && *stated <= most_nodes)
            nodes = row.whole("nodes");
        if (!nodes) {
            complain(row,
                     fmt::format("\"{}\" is no number of nodes", row.text("nodes")),
                     fmt::format("a whole number from 1 to {}", most_nodes));
            return;
        }
        auto const time = row.number(table_->has("step_time_s") ? "step_time_s" : "iter_s");
        if (positive(time))
            points_.push_back({*nodes, seconds(*time)});
        else if (positive(row.number("samples_per_s")) || positive(row.number("tokens_per_s")))
            throughput(row, *nodes);
        else
            no_rate(row);
    }

    void complain(MeasuredRow const& row, std::string message, std::string help) {
        Diagnostic d = problem(Code::wrong_type, std::move(message), std::move(help));
        d.where = {table_->file, row.line(), 1, 1};
        problems_.add(std::move(d));
    }

    Result<std::vector<PilotPoint>> done() {
        if (problems_.has_errors()) return failure(std::move(problems_));
        return std::move(points_);
    }

  private:
    void throughput(MeasuredRow const& row, int nodes) {
        auto const plan = plan_for(setup_->application, setup_->platform, nodes, setup_->scaling);
        if (!plan) {
            problems_.append_unsaid(plan.error());
            return;
        }
        auto const samples = row.number("samples_per_s");
        auto const* model = std::get_if<Transformer>(&setup_->application.model);
        double const length = model != nullptr ? model->sequence : 1.0;
        double const rate = positive(samples) ? *samples : *row.number("tokens_per_s") / length;
        points_.push_back({nodes, seconds(plan->global_batch() / rate)});
    }

    void no_rate(MeasuredRow const& row) {
        std::string fault = "neither a step time nor a throughput";
        for (auto const* rate : rates)
            if (!row.text(rate).empty())
                fault = fmt::format("{} \"{}\" is no positive number", rate, row.text(rate));
        complain(row, std::move(fault), "one of step_time_s, samples_per_s and tokens_per_s");
    }

    MeasuredTable const* table_;
    PilotSetup const* setup_;
    std::vector<PilotPoint> points_;
    Diagnostics problems_;
};

}  // namespace

Result<std::vector<PilotPoint>> pilot_points(MeasuredTable const& table, PilotSetup const& setup) {
    bool const any_rate = std::ranges::any_of(rates, [&](auto name) { return table.has(name); });
    if (!table.has("nodes") || !any_rate) {
        return failure(problem(
            Code::missing_key,
            fmt::format("{}: the columns are {}", table.file, fmt::join(table.columns, ", ")),
            "nodes and one of step_time_s, samples_per_s and tokens_per_s, with commas between"));
    }
    PilotReader reader(table, setup);
    for (LeftOutRow const& broken : table.broken)
        reader.complain(MeasuredRow(broken.line, {}), broken.reason, "one cell under each column");
    for (MeasuredRow const& row : table.rows) reader.row(row);
    return reader.done();
}

}  // namespace clustersim
