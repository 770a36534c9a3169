// SPDX-License-Identifier: Apache-2.0
#include "sim/report/step_table.hpp"

#include "models/application/plan_text.hpp"
#include "models/application/roofline.hpp"
#include "sim/core/human.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array time_parts{std::pair{"compute"sv, &StepTime::compute},
                                std::pair{"tensor"sv, &StepTime::tp_comm},
                                std::pair{"context"sv, &StepTime::cp_comm},
                                std::pair{"experts"sv, &StepTime::ep_comm},
                                std::pair{"stages"sv, &StepTime::pp_comm},
                                std::pair{"bubble"sv, &StepTime::bubble},
                                std::pair{"replicas"sv, &StepTime::dp_exposed},
                                std::pair{"optimizer"sv, &StepTime::optimizer},
                                std::pair{"host"sv, &StepTime::overhead}};
constexpr std::array memory_parts{std::pair{"weights"sv, &MemoryUse::weights},
                                  std::pair{"gradients"sv, &MemoryUse::gradients},
                                  std::pair{"optimizer"sv, &MemoryUse::optimizer},
                                  std::pair{"activations"sv, &MemoryUse::activations},
                                  std::pair{"logits"sv, &MemoryUse::logits},
                                  std::pair{"working"sv, &MemoryUse::working},
                                  std::pair{"buffers"sv, &MemoryUse::buffers},
                                  std::pair{"reserve"sv, &MemoryUse::reserve}};

double hardware_rate(StepPoint const& p) {
    return p.point.step.hardware_flop.si() / p.point.step.total.si() / p.point.plan.devices();
}

bool counts_tokens(std::span<StepPoint const> points) {
    return !points.empty() && points.front().point.step.tokens_per_second > 0.0;
}

double throughput(StepTime const& step) {
    return step.tokens_per_second > 0.0 ? step.tokens_per_second : step.samples_per_second;
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100.0 * share);
}

std::string tflops(double rate) {
    return fmt::format("{:.1f}", rate / 1e12);
}

std::string wait_of(Duration part) {
    return part == Duration{} ? std::string("-") : human(part);
}

/// For people: rounded, with units.
Table time_table(std::span<StepPoint const> points) {
    Table table;
    for (char const* title : {"nodes", "GPUs"}) table.add_column(title);
    table.add_column("plan", false);
    for (char const* title : {"step", "low", "high"}) table.add_column(title);
    for (auto const& [name, part] : time_parts) table.add_column(std::string(name));
    table.add_column("again");
    for (char const* title : {"TFLOP/s", "hardware", "MFU", "HFU"}) table.add_column(title);
    table.add_column(counts_tokens(points) ? "tokens/s" : "images/s");
    for (char const* title : {"efficiency", "memory", "energy"}) table.add_column(title);
    for (StepPoint const& p : points) {
        StepTime const& step = p.point.step;
        std::vector<std::string> row{std::to_string(p.point.nodes),
                                     std::to_string(p.point.plan.devices()),
                                     written_plan(p.point.plan),
                                     human(step.total),
                                     human(step.low),
                                     human(step.high)};
        for (auto const& [name, part] : time_parts) row.push_back(wait_of(step.*part));
        row.push_back(wait_of(step.recompute));
        row.push_back(tflops(step.per_gpu.si()));
        row.push_back(tflops(hardware_rate(p)));
        row.push_back(percent(step.mfu));
        row.push_back(percent(step.hfu));
        row.push_back(fmt::format("{:.0f}", throughput(step)));
        row.push_back(percent(p.point.efficiency));
        row.push_back(human(step.memory.total()));
        row.push_back(human(p.energy.facility));
        table.rows.push_back(std::move(row));
    }
    drop_columns_of(table, "-");
    return table;
}

Table memory_table(std::span<StepPoint const> points) {
    Table table;
    table.add_column("nodes");
    table.add_column("memory of a GPU");
    for (auto const& [name, part] : memory_parts) table.add_column(std::string(name));
    for (StepPoint const& p : points) {
        MemoryUse const& use = p.point.step.memory;
        std::vector<std::string> row{std::to_string(p.point.nodes), human(use.total())};
        for (auto const& [name, part] : memory_parts)
            row.push_back(use.*part == Bytes{} ? std::string("-") : human(use.*part));
        table.rows.push_back(std::move(row));
    }
    drop_columns_of(table, "-");
    return table;
}

/// For programs: SI units, every column.
std::string csv_of(std::span<StepPoint const> points) {
    Table table;
    for (char const* title :
         {"nodes", "gpus", "plan", "precision", "global_batch", "step_s", "low_s", "high_s"})
        table.add_column(title);
    for (auto const& [name, part] : time_parts) table.add_column(fmt::format("{}_s", name));
    for (char const* title : {"recompute_s",
                              "flops_per_gpu",
                              "hardware_flops_per_gpu",
                              "mfu",
                              "hfu",
                              "samples_per_s",
                              "tokens_per_s",
                              "efficiency",
                              "memory_bytes"})
        table.add_column(title);
    for (auto const& [name, part] : memory_parts) table.add_column(fmt::format("{}_bytes", name));
    table.add_column("energy_j");
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
        for (auto const& [name, part] : time_parts) add((step.*part).si());
        for (double const value : {step.recompute.si(),
                                   step.per_gpu.si(),
                                   hardware_rate(p),
                                   step.mfu,
                                   step.hfu,
                                   step.samples_per_second,
                                   step.tokens_per_second,
                                   p.point.efficiency,
                                   step.memory.total().si()})
            add(value);
        for (auto const& [name, part] : memory_parts) add((step.memory.*part).si());
        add(p.energy.facility.si());
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

std::string json_of(StepHeading const& heading, std::span<StepPoint const> points) {
    nlohmann::json items = nlohmann::json::array();
    for (StepPoint const& p : points) {
        StepTime const& step = p.point.step;
        nlohmann::json times;
        for (auto const& [name, part] : time_parts) times[std::string(name)] = (step.*part).si();
        nlohmann::json memory;
        for (auto const& [name, part] : memory_parts)
            memory[std::string(name)] = (step.memory.*part).si();
        memory["total"] = step.memory.total().si();
        items.push_back({{"nodes", p.point.nodes},
                         {"gpus", p.point.plan.devices()},
                         {"plan", written_plan(p.point.plan)},
                         {"precision", std::string(name_of(p.point.plan.precision))},
                         {"global_batch", p.point.plan.global_batch()},
                         {"step_s", step.total.si()},
                         {"interval_s", {step.low.si(), step.high.si()}},
                         {"parts_s", times},
                         {"recompute_s", step.recompute.si()},
                         {"flops_per_gpu", step.per_gpu.si()},
                         {"hardware_flops_per_gpu", hardware_rate(p)},
                         {"mfu", step.mfu},
                         {"hfu", step.hfu},
                         {"samples_per_s", step.samples_per_second},
                         {"tokens_per_s", step.tokens_per_second},
                         {"efficiency", p.point.efficiency},
                         {"memory_bytes", memory},
                         {"energy_j", p.energy.facility.si()}});
    }
    return nlohmann::json{{"schema", "clustersim/steps/1"},
                          {"application", heading.application},
                          {"system", heading.system},
                          {"partition", heading.partition},
                          {"accelerator", heading.accelerator},
                          {"scaling", heading.scaling == Scaling::weak ? "weak" : "strong"},
                          {"steps", items}}
               .dump(2) +
           "\n";
}

}  // namespace

std::string
steps_text(StepHeading const& heading, std::span<StepPoint const> points, Format format) {
    if (format == Format::json) return json_of(heading, points);
    if (format == Format::csv) return csv_of(points);
    bool const markdown = format == Format::markdown;
    auto const text = [&](Table const& t) { return markdown ? to_markdown(t) : to_plain(t); };
    return fmt::format("{} on {} ({}, {}), {} scaling\n\n{}\n{}",
                       heading.application,
                       heading.system,
                       heading.partition,
                       heading.accelerator,
                       heading.scaling == Scaling::weak ? "weak" : "strong",
                       text(time_table(points)),
                       text(memory_table(points)));
}

}  // namespace clustersim
