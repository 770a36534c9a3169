// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/plan_table.hpp"

#include "models/application/plan_text.hpp"
#include "sim/core/human.hpp"
#include "sim/report/memory_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

double gpu_hours(FoundPlan const& found) {
    return found.step.total.si() * found.plan.devices() / 3600.0;
}

/// Rounded down, so that only what is certain reads as 100 %.
std::string fits_cell(FoundPlan const& found) {
    return fmt::format("{:.0f} %", std::floor(100.0 * found.fits + 1e-6));
}

bool on_front(std::vector<FoundPlan> const& front, FoundPlan const& found) {
    return std::ranges::any_of(
        front,
        [&](FoundPlan const& f) {
            return f.plan.devices() == found.plan.devices() && f.step.total == found.step.total &&
                   written_plan(f.plan) == written_plan(found.plan);
        });
}

Table table_of(PlanAnswer const& answer) {
    auto const front = pareto_front(answer.searches);
    Table table;
    table.add_column("GPUs");
    table.add_column("plan", false);
    for (char const* title : {"step", "TFLOP/s", "MFU", "tokens/s", "memory", "fits", "GPU-h"})
        table.add_column(title);
    table.add_column("equal");
    table.add_column("front", false);
    for (PlanSearch const& search : answer.searches) {
        for (FoundPlan const& found : search.best) {
            StepTime const& step = found.step;
            table.rows.push_back({std::to_string(found.plan.devices()),
                                  written_plan(found.plan, answer.own),
                                  human(step.total),
                                  fmt::format("{:.1f}", step.per_gpu.si() / 1e12),
                                  fmt::format("{:.1f} %", 100.0 * step.mfu),
                                  fmt::format("{:.0f}", step.tokens_per_second),
                                  memory_cell(step.memory),
                                  fits_cell(found),
                                  fmt::format("{:.3g}", gpu_hours(found)),
                                  found.equals > 0 ? fmt::format("+{}", found.equals) : "",
                                  answer.searches.size() > 1 && on_front(front, found) ? "*" : ""});
        }
    }
    drop_columns_of(table, "");
    return table;
}

std::string csv_of(PlanAnswer const& answer) {
    auto const front = pareto_front(answer.searches);
    Table table;
    for (char const* title : {"gpus",
                              "plan",
                              "step_s",
                              "flops_per_gpu",
                              "mfu",
                              "tokens_per_s",
                              "memory_bytes",
                              "fit_probability",
                              "gpu_hours",
                              "equals",
                              "front"})
        table.add_column(title);
    for (PlanSearch const& search : answer.searches) {
        for (FoundPlan const& found : search.best) {
            std::vector<std::string> row{std::to_string(found.plan.devices()),
                                         written_plan(found.plan, answer.own)};
            for (double const value : {found.step.total.si(),
                                       found.step.per_gpu.si(),
                                       found.step.mfu,
                                       found.step.tokens_per_second,
                                       found.step.memory.total().si(),
                                       found.fits,
                                       gpu_hours(found)})
                row.emplace_back(fmt::format("{:.6g}", value));
            row.emplace_back(std::to_string(found.equals));
            row.emplace_back(on_front(front, found) ? "1" : "0");
            table.rows.push_back(std::move(row));
        }
    }
    return to_csv(table);
}

std::string json_of(PlanAnswer const& answer) {
    auto const front = pareto_front(answer.searches);
    nlohmann::json counts = nlohmann::json::array();
    for (PlanSearch const& search : answer.searches) {
        nlohmann::json plans = nlohmann::json::array();
        for (FoundPlan const& found : search.best) {
            plans.push_back({{"plan", written_plan(found.plan, answer.own)},
                             {"step_s", found.step.total.si()},
                             {"flops_per_gpu", found.step.per_gpu.si()},
                             {"mfu", found.step.mfu},
                             {"tokens_per_s", found.step.tokens_per_second},
                             {"memory_bytes", found.step.memory.total().si()},
                             {"fit_probability", found.fits},
                             {"gpu_hours", gpu_hours(found)},
                             {"equals", found.equals},
                             {"front", on_front(front, found)}});
        }
        counts.push_back({{"gpus", search.best.front().plan.devices()},
                          {"looked_at", search.looked_at},
                          {"fitting", search.fitting},
                          {"leaving_margin", search.sparing},
                          {"plans", plans}});
    }
    return nlohmann::json{{"schema", "clustersim/plans/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"software", answer.software},
                          {"global_batch", answer.global_batch},
                          {"memory_margin", answer.margin},
                          {"notes", answer.notes},
                          {"counts", counts}}
               .dump(2) +
           "\n";
}

}  // namespace

std::string plans_text(PlanAnswer const& answer, Format format) {
    if (format == Format::json) return json_of(answer);
    if (format == Format::csv) return csv_of(answer);
    Table const table = table_of(answer);
    std::string text = fmt::format("{} on {} ({}, {}{}), {} samples a step\n",
                                   answer.application,
                                   answer.system,
                                   answer.partition,
                                   answer.accelerator,
                                   device_memory(answer.searches.front().best.front().step.memory),
                                   answer.global_batch);
    for (PlanSearch const& search : answer.searches) {
        std::string const kept =
            search.sparing == 0 ? "none leaves" : fmt::format("{} leave", search.sparing);
        text += fmt::format("{} GPUs: {} of {} plans fit in memory, {} {:.0f} % of it\n",
                            search.best.front().plan.devices(),
                            search.fitting,
                            search.looked_at,
                            kept,
                            100.0 * answer.margin);
    }
    if (!answer.software.empty()) text += fmt::format("Software assumed: {}\n", answer.software);
    text += "\n" + to_text(table, format);
    for (std::string const& note : answer.notes) text += fmt::format("\nNote: {}.", note);
    return answer.notes.empty() ? text : text + "\n";
}

}  // namespace clustersim
