// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/named_inputs.hpp"

#include "models/machine/node_groups.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/sched/policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The name in a mapping's key; null if there is none that could be looked up.
std::string const* name_at(ConfigNode const* mapping, std::string_view key) {
    ConfigNode const* value = mapping != nullptr ? mapping->find(key) : nullptr;
    bool const is_name =
        value != nullptr && value->kind == ConfigNode::Kind::scalar && !value->scalar.empty();
    return is_name ? &value->scalar : nullptr;
}

void look_up_mix(ConfigNode const* background, InputCache& inputs, Diagnostics& problems) {
    std::string const* name = name_at(background, "mix");
    if (name == nullptr || !is_mix_file(*name)) return;
    if (auto const found = inputs.mix(*name); !found)
        problems.append(at_key(found.error(), *background, "mix"));
}

/// Looks up the partition of a scenario or of one of its jobs.
void look_up_partition(ConfigNode const& mapping, System const& system, Diagnostics& problems) {
    std::string const* name = name_at(&mapping, "partition");
    if (name != nullptr && system.find_partition(*name) == nullptr)
        problems.append(at_key(unknown_partition(system, *name), mapping, "partition"));
}

void look_up_machine(ConfigNode const& scenario, InputCache& inputs, Diagnostics& problems) {
    std::string const* name = name_at(&scenario, "system");
    if (name == nullptr) return;
    auto const found = inputs.system(*name);
    if (!found) {
        problems.append(at_key(found.error(), scenario, "system"));
        return;
    }
    System const& system = (*found)->system;
    look_up_partition(scenario, system, problems);
    if (ConfigNode const* jobs = scenario.find("jobs"))
        for (ConfigNode::Entry const& job : jobs->entries)
            look_up_partition(job.value, system, problems);
}

/// The nearest name, or the QOS of that name.
std::string partition_help(System const& system, std::string const& name) {
    for (Partition const& partition : system.partitions)
        if (std::ranges::find(partition.qos, name, &Qos::name) != partition.qos.end())
            return fmt::format(
                "\"{}\" is a QOS of partition {}: `qos: {}`", name, partition.slurm_name, name);
    return did_you_mean(name, partition_names(system));
}

}  // namespace

Diagnostics at_key(Diagnostics const& problems, ConfigNode const& mapping, std::string_view key) {
    Diagnostics placed;
    ConfigNode const* value = mapping.find(key);
    for (Diagnostic d : problems.items()) {
        if (!d.where.file.empty() || value == nullptr) {
            placed.add(std::move(d));
            continue;
        }
        Diagnostic at = problem_at(*value, d.code, std::move(d.message));
        at.help = std::move(d.help);
        placed.add(std::move(at));
    }
    return placed;
}

bool is_mix_file(std::string_view mix) {
    return mix != "none" && mix != typical_mix;
}

Diagnostics unknown_scheduler(std::string const& name) {
    Diagnostics unknown;
    if (name == "slurm" || find_policy(name) != nullptr) return unknown;
    std::vector<std::string> known = policy_names();
    known.insert(known.begin(), "slurm");
    unknown.add(problem(Code::unknown_name,
                        fmt::format("there is no scheduler \"{}\"", name),
                        did_you_mean(name, known)));
    return unknown;
}

Diagnostics unknown_partition(System const& system, std::string const& name) {
    Diagnostics unknown;
    unknown.add(problem(Code::unknown_name,
                        fmt::format("{} has no partition \"{}\"", system.name, name),
                        partition_help(system, name)));
    return unknown;
}

Diagnostics unknown_names(ConfigNode const& scenario, InputCache& inputs) {
    Diagnostics problems;
    look_up_machine(scenario, inputs, problems);
    if (std::string const* scheduler = name_at(&scenario, "scheduler"))
        problems.append(at_key(unknown_scheduler(*scheduler), scenario, "scheduler"));
    ConfigNode const* background = scenario.find("background");
    look_up_mix(background, inputs, problems);
    if (ConfigNode const* others = background != nullptr ? background->find("others") : nullptr)
        for (ConfigNode::Entry const& other : others->entries)
            look_up_mix(&other.value, inputs, problems);
    if (ConfigNode const* jobs = scenario.find("jobs")) {
        for (ConfigNode::Entry const& job : jobs->entries) {
            ConfigNode const* given = job.value.find("application");
            bool const is_written = given != nullptr && given->kind == ConfigNode::Kind::mapping;
            if (!is_written && name_at(&job.value, "application") == nullptr) continue;
            if (auto const found = inputs.application(*given); !found)
                problems.append(at_key(found.error(), job.value, "application"));
        }
    }
    return problems;
}

}  // namespace clustersim
