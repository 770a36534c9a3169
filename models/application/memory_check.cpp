// SPDX-License-Identifier: Apache-2.0
#include "models/application/memory.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace clustersim {
namespace {

/// Plans that change one thing, each with its name.
std::vector<std::pair<std::string, Plan>>
alternatives(Application const& application, Plan const& plan, Platform const& platform) {
    std::vector<std::pair<std::string, Plan>> out;
    auto add = [&](std::string name, auto change) {
        Plan other = plan;
        change(other);
        out.emplace_back(std::move(name), other);
    };
    bool const decoder = std::holds_alternative<Transformer>(application.model);
    if (decoder && plan.recompute != Recompute::full)
        add("full recomputation", [](Plan& p) { p.recompute = Recompute::full; });
    if (plan.micro_batch > 1) add("a micro-batch of 1", [](Plan& p) { p.micro_batch = 1; });
    if (!decoder) return out;
    if (plan.sharding == Sharding::none && plan.data > 1)
        add("the distributed optimizer", [](Plan& p) { p.sharding = Sharding::optimizer; });
    auto const& model = std::get<Transformer>(application.model);
    for (int tensor = plan.tensor * 2; tensor <= platform.node.gpus && model.heads % tensor == 0;
         tensor *= 2)
        add(fmt::format("tensor parallelism {}", tensor), [&](Plan& p) { p.tensor = tensor; });
    for (int pipeline = plan.pipeline + 1; pipeline <= model.layers; ++pipeline) {
        if (model.layers % pipeline != 0 || plan.virtual_stages > 1 || plan.ends_as_layers)
            continue;
        add(fmt::format("{} pipeline stages", pipeline), [&](Plan& p) { p.pipeline = pipeline; });
        add(fmt::format("{} pipeline stages with full recomputation", pipeline), [&](Plan& p) {
            p.pipeline = pipeline;
            p.recompute = Recompute::full;
        });
    }
    return out;
}

MemoryUse use_of(Application const& application, Plan const& plan) {
    return std::visit(
        [&](auto const& model) { return memory_use(model, plan, application.training.framework); },
        application.model);
}

std::string
what_would_fit(Application const& application, Plan const& plan, Platform const& platform) {
    std::vector<std::string> names;
    for (auto const& [name, other] : alternatives(application, plan, platform)) {
        if (names.size() == 3) break;
        Bytes const total = use_of(application, other).total();
        if (total > platform.accelerator.memory) continue;
        // One replica on more devices than the plan has.
        std::string const where = other.replica_devices() > plan.devices()
                                      ? fmt::format(" on {} devices", other.replica_devices())
                                      : "";
        names.push_back(fmt::format("{}{} ({})", name, where, human(total)));
    }
    if (names.empty()) return "no single change makes it fit; split the model over more devices";
    return fmt::format("it would fit with {}", fmt::join(names, ", or "));
}

}  // namespace

Result<MemoryUse>
check_memory(Application const& application, Plan const& plan, Platform const& platform) {
    MemoryUse const use = use_of(application, plan);
    if (use.total() <= platform.accelerator.memory) return use;
    Diagnostic d = problem(Code::out_of_memory,
                           fmt::format("{} does not fit: {} needed, {} has {}",
                                       application.name,
                                       human(use.total()),
                                       platform.accelerator.name,
                                       human(platform.accelerator.memory)));
    std::vector<std::string> parts;
    for (MemoryPart const& part : memory_breakdown)
        parts.push_back(fmt::format("{} {}", part.label, human(use.*part.bytes)));
    d.expected = fmt::format(
        "at most {}; it takes: {}", human(platform.accelerator.memory), fmt::join(parts, ", "));
    d.help = what_would_fit(application, plan, platform);
    return failure(std::move(d));
}

}  // namespace clustersim
