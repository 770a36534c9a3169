// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/comparable_partition.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

std::string text_at(ConfigNode const& scenario, std::string_view key) {
    ConfigNode const* value = scenario.find(key);
    return value != nullptr ? value->scalar : std::string{};
}

bool accelerated(System const& system, Partition const& partition) {
    return system.node_type_of(partition).gpus > 0;
}

/// The partition that the scenario names on its own machine, or that machine's default.
Result<Partition const*> own_partition(System const& system, std::string const& name) {
    if (name.empty()) return &system.default_partition();
    if (Partition const* found = system.find_partition(name)) return found;
    std::vector<std::string> known;
    for (Partition const& partition : system.partitions) known.push_back(partition.name);
    return failure(problem(Code::unknown_name,
                           fmt::format("{} has no partition \"{}\"", system.name, name),
                           did_you_mean(name, known)));
}

Partition const* largest(System const& system, bool with_accelerators) {
    Partition const* best = nullptr;
    for (Partition const& partition : system.partitions) {
        if (accelerated(system, partition) != with_accelerators) continue;
        if (best == nullptr || partition.nodes > best->nodes) best = &partition;
    }
    return best;
}

}  // namespace

Result<std::string> comparable_partition(Catalogue const& machines,
                                         ConfigNode const& scenario,
                                         std::string const& target,
                                         std::filesystem::path const& from) {
    std::string const own_name = text_at(scenario, "system");
    auto const own = machines.load(own_name, from);
    if (!own) return failure(own.error());
    auto const partition = own_partition(own->system, text_at(scenario, "partition"));
    if (!partition) return failure(partition.error());
    if (target == own_name) return (*partition)->name;

    auto const other = machines.load(target, from);
    if (!other) return failure(other.error());
    bool const wanted = accelerated(own->system, **partition);
    Partition const& usual = other->system.default_partition();
    if (accelerated(other->system, usual) == wanted) return usual.name;
    if (Partition const* found = largest(other->system, wanted)) return found->name;
    return failure(problem(
        Code::never_fits,
        fmt::format("{} has no partition {} accelerators", target, wanted ? "with" : "without")));
}

}  // namespace clustersim
