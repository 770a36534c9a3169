// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/step_table.hpp"

#include "models/application/plan_text.hpp"
#include "models/application/roofline.hpp"
#include "sim/commands/model/range_sources.hpp"
#include "sim/commands/model/step_notes.hpp"
#include "sim/commands/model/step_sweep.hpp"
#include "sim/core/human.hpp"
#include "sim/report/memory_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

struct TimeColumn {
    std::string_view name;
    Duration time;
    bool always;  ///< shown even if zero
};
/// What adds up to the step: computing once and again, then the traffic, then the rest.
std::vector<TimeColumn> time_columns(StepTime const& step) {
    std::vector<TimeColumn> columns;
    for (bool const traffic : {true, false}) {
        for (auto const& [part, time] : columns_of(step))
            if (part->time != &StepTime::compute &&
                (part->kind == StepPart::Kind::network) == traffic)
                columns.push_back({part->column, time, part->always});
    }
    columns.insert(
        columns.begin(),
        {{"compute", step.compute - step.recompute, false}, {"recompute", step.recompute, false}});
    return columns;
}
constexpr std::array load_parts{std::pair{"read"sv, &LoadTime::read},
                                std::pair{"open"sv, &LoadTime::open},
                                std::pair{"random reads"sv, &LoadTime::random},
                                std::pair{"decode"sv, &LoadTime::decode},
                                std::pair{"wait"sv, &LoadTime::wait}};

double hardware_rate(StepPoint const& p) {
    return p.point.step.hardware_flop.si() / p.point.step.total.si() / p.point.plan.devices();
}

bool counts_tokens(std::span<StepPoint const> points) {
    return !points.empty() && points.front().point.step.tokens_per_second > 0.0;
}

/// Joules of one token; nothing without tokens, or on nodes whose power is not known.
std::optional<double> joules_per_token(StepPoint const& p) {
    StepTime const& step = p.point.step;
    double const tokens = step.tokens_per_second * step.total.si();
    if (tokens <= 0.0 || !p.energy.known()) return std::nullopt;
    return p.energy.facility.si() / tokens;
}

std::optional<double> tokens_per_kwh(StepPoint const& p) {
    auto const joules = joules_per_token(p);
    return joules ? std::optional(joules_per_kwh / *joules) : std::nullopt;
}

nlohmann::json json_or_null(std::optional<double> const& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

double throughput(StepTime const& step) {
    return step.tokens_per_second > 0.0 ? step.tokens_per_second : step.samples_per_second;
}

std::string tflops(double rate) {
    return fmt::format("{:.1f}", rate / 1e12);
}

template <class Amount>
std::string unless_none(Amount part) {
    return part == Amount{} ? std::string("-") : human(part);
}

/// The titles of the rows in a table of parts: node counts, and plans if node counts repeat.
class StepRowNames {
  public:
    explicit StepRowNames(std::span<StepPoint const> points) {
        std::set<int> counts;
        for (StepPoint const& p : points) repeated_ |= !counts.insert(p.point.nodes).second;
    }
    void add_columns(Table& table) const {
        table.add_column("nodes");
        if (repeated_) table.add_column("plan", false);
    }
    [[nodiscard]] std::vector<std::string> of(StepPoint const& p) const {
        std::vector<std::string> names{std::to_string(p.point.nodes)};
        if (repeated_) names.push_back(written_plan(p.point.plan));
        return names;
    }

  private:
    bool repeated_ = false;
};

/// For people: rounded, with units.
Table step_table(std::span<StepPoint const> points) {
    Table table;
    for (char const* title : {"nodes", "GPUs"}) table.add_column(title);
    table.add_column("plan", false);
    for (char const* title : {"step", "low", "high", "TFLOP/s", "hardware", "MFU", "HFU"})
        table.add_column(title);
    table.add_column(counts_tokens(points) ? "tokens/s" : "images/s");
    for (char const* title : {"efficiency", "memory", "energy"}) table.add_column(title);
    if (counts_tokens(points)) table.add_column("tokens/kWh");
    for (StepPoint const& p : points) {
        StepTime const& step = p.point.step;
        table.rows.push_back({std::to_string(p.point.nodes),
                              std::to_string(p.point.plan.devices()),
                              written_plan(p.point.plan),
                              human(step.total),
                              human(step.low),
                              human(step.high),
                              tflops(step.per_gpu.si()),
                              tflops(hardware_rate(p)),
                              percent(step.mfu),
                              percent(step.hfu),
                              fmt::format("{:.0f}", throughput(step)),
                              percent(p.point.efficiency),
                              memory_cell(step.memory),
                              human(p.energy.facility)});
        if (!counts_tokens(points)) continue;
        auto const tokens = tokens_per_kwh(p);
        table.rows.back().push_back(tokens ? human_number(*tokens) : "–");
    }
    return table;
}

/// The title of a column and the text in it.
using Cells = std::vector<std::pair<std::string, std::string>>;

/// A total and its parts for each point, without parts that are zero at all points. `cells_of` returns equally many for
/// each point, or none for one without such a total.
template <class CellsOf>
Table parts_table(std::span<StepPoint const> points, CellsOf cells_of) {
    StepRowNames const names(points);
    Table table;
    for (StepPoint const& p : points) {
        Cells const cells = cells_of(p);
        if (cells.empty()) continue;
        if (table.rows.empty()) {
            names.add_columns(table);
            for (auto const& cell : cells) table.add_column(cell.first);
        }
        std::vector<std::string> row = names.of(p);
        for (auto const& cell : cells) row.push_back(cell.second);
        table.rows.push_back(std::move(row));
    }
    drop_columns_of(table, "-");
    return table;
}

Table time_table(std::span<StepPoint const> points) {
    return parts_table(
        points,
        [](StepPoint const& p) {
            Cells cells{{"time of a step", human(p.point.step.total)}};
            for (auto const& [name, time, always] : time_columns(p.point.step))
                cells.emplace_back(name, always ? human(time) : unless_none(time));
            return cells;
        });
}

Table memory_table(std::span<StepPoint const> points) {
    return parts_table(
        points,
        [](StepPoint const& p) {
            MemoryUse const& use = p.point.step.memory;
            Cells cells{{"memory of a GPU", human(use.total())}};
            for (MemoryPart const& part : memory_breakdown)
                cells.emplace_back(part.column, unless_none(use.*part.bytes));
            return cells;
        });
}

/// Loading that overlaps with the step. No rows if nothing is loaded.
Table load_table(std::span<StepPoint const> points) {
    return parts_table(
        points,
        [](StepPoint const& p) {
            Cells cells;
            if (!p.load) return cells;
            cells.emplace_back("loading beside a step", human(p.load->total()));
            for (auto const& [name, part] : load_parts)
                cells.emplace_back(name, unless_none((*p.load).*part));
            return cells;
        });
}

/// For programs: SI units, every column.
std::string csv_of(std::span<StepPoint const> points) {
    Table table;
    for (char const* title :
         {"nodes", "gpus", "plan", "precision", "global_batch", "step_s", "low_s", "high_s"})
        table.add_column(title);
    for (TimeColumn const& part : time_columns({}))
        table.add_column(fmt::format("{}_s", part.name));
    for (char const* title : {"flops_per_gpu",
                              "hardware_flops_per_gpu",
                              "mfu",
                              "hfu",
                              "samples_per_s",
                              "tokens_per_s",
                              "efficiency",
                              "memory_bytes"})
        table.add_column(title);
    for (MemoryPart const& part : memory_breakdown)
        table.add_column(fmt::format("{}_bytes", part.column));
    for (char const* title : {"energy_j", "energy_per_token_j", "tokens_per_kwh"})
        table.add_column(title);
    for (StepPoint const& p : points) {
        StepTime const& step = p.point.step;
        std::vector<std::string> row{std::to_string(p.point.nodes),
                                     std::to_string(p.point.plan.devices()),
                                     written_plan(p.point.plan),
                                     std::string(name_of(p.point.plan.precision))};
        auto const add = [&](double value) { row.push_back(fmt::format("{:.6g}", value)); };
        add(p.point.plan.global_batch());
        add(step.total.si());
        add(step.low.si());
        add(step.high.si());
        for (TimeColumn const& part : time_columns(step)) add(part.time.si());
        for (double const value : {step.per_gpu.si(),
                                   hardware_rate(p),
                                   step.mfu,
                                   step.hfu,
                                   step.samples_per_second,
                                   step.tokens_per_second,
                                   p.point.efficiency,
                                   step.memory.total().si()})
            add(value);
        for (MemoryPart const& part : memory_breakdown) add((step.memory.*part.bytes).si());
        add(p.energy.facility.si());
        for (auto const& value : {joules_per_token(p), tokens_per_kwh(p)})
            row.push_back(value ? fmt::format("{:.6g}", *value) : "");
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

std::string json_of(StepAnswer const& answer) {
    nlohmann::json items = nlohmann::json::array();
    for (StepPoint const& p : answer.points) {
        StepTime const& step = p.point.step;
        nlohmann::json times;
        for (TimeColumn const& part : time_columns(step))
            times[std::string(part.name)] = part.time.si();
        nlohmann::json loading;
        for (auto const& [name, part] : load_parts)
            if (p.load) loading[std::string(name)] = ((*p.load).*part).si();
        nlohmann::json memory;
        for (MemoryPart const& part : memory_breakdown)
            memory[std::string(part.column)] = (step.memory.*part.bytes).si();
        memory["total"] = step.memory.total().si();
        memory["device"] = step.memory.device.si();
        nlohmann::json sources = nlohmann::json::array();
        for (SpreadShare const& one : p.spread) {
            sources.push_back(
                {{"source", one.source}, {"confidence", one.confidence}, {"half_width", one.half}});
        }
        items.push_back({{"nodes", p.point.nodes},
                         {"gpus", p.point.plan.devices()},
                         {"plan", written_plan(p.point.plan)},
                         {"precision", std::string(name_of(p.point.plan.precision))},
                         {"global_batch", p.point.plan.global_batch()},
                         {"step_s", step.total.si()},
                         {"interval_s", {step.low.si(), step.high.si()}},
                         {"range_sources", sources},
                         {"parts_s", times},
                         {"loading_s", loading},
                         {"flops_per_gpu", step.per_gpu.si()},
                         {"hardware_flops_per_gpu", hardware_rate(p)},
                         {"mfu", step.mfu},
                         {"hfu", step.hfu},
                         {"samples_per_s", step.samples_per_second},
                         {"tokens_per_s", step.tokens_per_second},
                         {"efficiency", p.point.efficiency},
                         {"memory_bytes", memory},
                         {"energy_j", p.energy.facility.si()},
                         {"energy_per_token_j", json_or_null(joules_per_token(p))},
                         {"tokens_per_kwh", json_or_null(tokens_per_kwh(p))}});
    }
    return nlohmann::json{{"schema", "clustersim/steps/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"software", answer.software},
                          {"scaling", answer.scaling == Scaling::weak ? "weak" : "strong"},
                          {"data", answer.data},
                          {"steps", items}}
               .dump(2) +
           "\n";
}

}  // namespace

std::string steps_text(StepAnswer const& answer, Format format, bool detail) {
    if (format == Format::json) return json_of(answer);
    if (format == Format::csv) return csv_of(answer.points);
    auto const text = [&](Table const& t) { return to_text(t, format); };
    std::string out = fmt::format("{} on {} ({}, {}{}), {} scaling, {}\n\n",
                                  answer.application,
                                  answer.system,
                                  answer.partition,
                                  answer.accelerator,
                                  device_memory(answer.points.front().point.step.memory),
                                  answer.scaling == Scaling::weak ? "weak" : "strong",
                                  answer.points.front().load ? "samples from " + answer.data
                                                             : answer.data + " samples");
    if (!detail && compares_plans(answer.points))
        return out + text(step_sweep_table(answer.points)) +
               "\n--detail: the parts of time and memory, and where the ranges come from.\n" +
               step_notes(answer);
    out += fmt::format("{}\n{}\n{}",
                       text(step_table(answer.points)),
                       text(time_table(answer.points)),
                       text(memory_table(answer.points)));
    Table const loading = load_table(answer.points);
    if (!loading.rows.empty()) out += "\n" + text(loading);
    return out + "\n" + range_sources(answer.points) + step_notes(answer);
}

}  // namespace clustersim
