// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/plan_keys.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim {
namespace {

struct WidthKey {
    std::string_view key;
    std::string_view part;
    int Plan::*value;
    double most;
};
constexpr std::array width_keys{
    WidthKey{"tensor", "tp", &Plan::tensor, 1024},
    WidthKey{"pipeline", "pp", &Plan::pipeline, 4096},
    WidthKey{"data", "dp", &Plan::data, 1e6},
    WidthKey{"context", "cp", &Plan::context, 1e6},
    WidthKey{"expert", "ep", &Plan::expert, 1e6},
    WidthKey{"interleave", "vp", &Plan::virtual_stages, 4096},
    WidthKey{"micro-batch", "mb", &Plan::micro_batch, 1e6},
    WidthKey{"accumulation", "acc", &Plan::accumulation, 1e6},
    WidthKey{"shard", "shard", &Plan::shard_devices, 1e6},
    WidthKey{"lora", "lora", &Plan::adapters, 65536},
    WidthKey{"recompute-layers", "recompute-layers", &Plan::recompute_layers, 4096},
    WidthKey{"recompute-every", "recompute-every", &Plan::recompute_every, 4096}};

struct SwitchKey {
    std::string_view key;
    std::string_view part;
    bool Plan::*value;
};
constexpr std::array switch_keys{SwitchKey{"sequence-parallel", "sp", &Plan::sequence_parallel},
                                 SwitchKey{"ends-as-layers", "ends", &Plan::ends_as_layers},
                                 SwitchKey{"tensor-experts", "etp", &Plan::tensor_experts},
                                 SwitchKey{"paged", "paged", &Plan::paged}};

constexpr std::array<std::pair<std::string_view, Schedule>, 2> schedule_names{
    {{"1f1b", Schedule::one_forward_one_backward}, {"gpipe", Schedule::gpipe}}};

/// Parts as a plan on the command line has them, where this file has longer keys.
void refuse_parts(Reader& training) {
    auto const refuse = [&](std::string_view part, std::string_view key) {
        if (part == key || !training.has(part)) return;
        training.raw(part);  // said here, so not once more as an unread key
        training.complain(part, Code::unknown_key, fmt::format("unknown key \"{}\"", part)).help =
            fmt::format("did you mean \"{}\"?", key);
    };
    for (WidthKey const& one : width_keys) refuse(one.part, one.key);
    for (SwitchKey const& one : switch_keys) refuse(one.part, one.key);
}

}  // namespace

PlanChanges read_plan_keys(Reader& training) {
    PlanChanges changes;
    Plan& plan = changes.plan;
    for (WidthKey const& one : width_keys) {
        if (auto const value = training.optional_integer(one.key, Range::at_least(1, one.most))) {
            plan.*one.value = static_cast<int>(*value);
            changes.given.push_back(one.part);
        }
    }
    for (SwitchKey const& one : switch_keys) {
        if (!training.has(one.key)) continue;
        plan.*one.value = training.flag(one.key, plan.*one.value);
        changes.given.push_back(one.part);
    }
    auto const named = [&]<class Enum>(std::string_view key, NameTable<Enum> names, Enum& value) {
        if (auto const chosen = training.optional_one_of<Enum>(key, names)) {
            value = *chosen;
            changes.given.push_back(key);
        }
    };
    named("recompute", NameTable<Recompute>(enum_names<Recompute>), plan.recompute);
    named("precision", precision_names(), plan.precision);
    named("frozen", NameTable<WeightFormat>(enum_names<WeightFormat>), plan.frozen);
    named("saved", NameTable<NarrowFormat>(enum_names<NarrowFormat>), plan.saved);
    named("attention", NameTable<NarrowFormat>(enum_names<NarrowFormat>), plan.attention);
    named("schedule", NameTable<Schedule>(schedule_names), plan.schedule);
    if (auto const* node = training.raw("bucket")) {
        if (auto const bucket = read_bucket(node->scalar)) {
            plan.bucket = *bucket;
            changes.given.push_back("bucket");
        } else {
            training.complain("bucket", Code::out_of_range, bucket.error()).expected =
                "a number of gradients such as 40e6, or their size such as 25 MiB";
        }
    }
    named("graphs", NameTable<Graphs>(enum_names<Graphs>), plan.host.graphs);
    named("dispatch", NameTable<Dispatch>(enum_names<Dispatch>), plan.host.dispatch);
    named("router", NameTable<ExpertRouter>(enum_names<ExpertRouter>), plan.host.router);
    if (auto const stage = training.optional_integer("zero", Range::at_least(0, 3))) {
        plan.sharding = static_cast<Sharding>(*stage);
        changes.given.push_back("zero");
    }
    refuse_parts(training);
    if (changes.has("tp") && !changes.has("pp")) changes.given.push_back("pp");
    return changes;
}

std::string_view training_key(std::string_view part) {
    for (WidthKey const& one : width_keys)
        if (one.part == part) return one.key;
    for (SwitchKey const& one : switch_keys)
        if (one.part == part) return one.key;
    return part;
}

}  // namespace clustersim
