// SPDX-License-Identifier: Apache-2.0
#include "models/application/faster_plan.hpp"

#include "models/application/plan_search.hpp"
#include "models/application/plan_text.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr double worth_saying = 1.15;
/// Share of the whole gain that a smaller change must bring to be named instead.
constexpr double most_of_it = 0.8;

/// What no advice changes: the numbers that decide what is trained, and how exactly.
PlanChanges held_parts(Plan const& plan) {
    PlanChanges held;
    held.plan = plan;
    held.given = {"precision",
                  "lora",
                  "frozen",
                  "saved",
                  "attention",
                  "paged",
                  "bucket",
                  "recompute-layers",
                  "recompute-every",
                  "sp",
                  "schedule"};
    return held;
}

std::optional<FoundPlan> fastest(Application const& application,
                                 Platform const& platform,
                                 Plan const& plan,
                                 PlanChanges held) {
    PlanSpace space;
    space.devices = plan.devices();
    space.global_batch = static_cast<int>(plan.global_batch());
    space.keep = 1;
    space.margin = application.training.framework.memory_margin;
    space.held = std::move(held);
    auto found = search_plans(application, platform, space);
    if (!found || found->sparing == 0) return std::nullopt;
    return std::move(found->best.front());
}

/// The plan with another micro-batch.
std::optional<FoundPlan>
other_micro_batch(Application const& application, Platform const& platform, Plan const& plan) {
    PlanChanges held = held_parts(plan);
    for (char const* part :
         {"tp", "pp", "dp", "cp", "ep", "etp", "vp", "ends", "zero", "shard", "recompute"})
        held.given.emplace_back(part);
    return fastest(application, platform, plan, std::move(held));
}

std::string changes_of(Plan const& from, Plan const& to) {
    std::string out;
    auto const add = [&](std::string_view key, int before, int after) {
        if (before != after) out += fmt::format("{}{}={}", out.empty() ? "" : ",", key, after);
    };
    add("tp", from.tensor, to.tensor);
    add("pp", from.pipeline, to.pipeline);
    add("cp", from.context, to.context);
    add("ep", from.expert, to.expert);
    add("vp", from.virtual_stages, to.virtual_stages);
    add("mb", from.micro_batch, to.micro_batch);
    add("zero", static_cast<int>(from.sharding), static_cast<int>(to.sharding));
    add("shard", from.shard_devices, to.shard_devices);
    if (from.recompute != to.recompute)
        for (auto const& [name, recompute] : enum_names<Recompute>)
            if (recompute == to.recompute)
                out += fmt::format("{}recompute={}", out.empty() ? "" : ",", name);
    return out;
}

}  // namespace

std::optional<FasterPlan> faster_plan(Application const& application,
                                      Platform const& platform,
                                      Plan const& plan,
                                      StepTime const& step) {
    auto const best = fastest(application, platform, plan, held_parts(plan));
    auto const gain = [&](FoundPlan const& other) {
        return other.step.samples_per_second / step.samples_per_second;
    };
    if (!best || gain(*best) < worth_saying) return std::nullopt;
    FoundPlan named = *best;
    auto const simple = other_micro_batch(application, platform, plan);
    if (simple && gain(*simple) >= 1.0 + most_of_it * (gain(*best) - 1.0)) named = *simple;
    FasterPlan faster{changes_of(plan, named.plan), gain(named), false};
    if (faster.changes.empty() || faster.speed < worth_saying) return std::nullopt;
    Duration const traffic = sum_of(step, StepPart::Kind::network);
    faster.host = step.host > std::max({traffic, step.bubble + step.idle, 0.1 * step.total});
    return faster;
}

std::string in_words(FasterPlan const& faster) {
    return fmt::format("{}{} is {:.2g} times as fast",
                       faster.host ? "waits for the host: " : "",
                       faster.changes,
                       faster.speed);
}

}  // namespace clustersim
