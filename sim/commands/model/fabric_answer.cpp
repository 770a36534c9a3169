// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/fabric_answer.hpp"

#include "models/fabric/build.hpp"
#include "models/machine/fabric_config.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

Answered<FabricAnswer> own_network(FabricQuestion const& question) {
    Answered<FabricAnswer> out;
    auto fabric = read_edge_list(question.edges);
    if (out.value_of(fabric) == nullptr) return out;
    FabricAnswer& answer = out.answer.emplace();
    answer.fabrics.push_back(std::make_unique<Fabric const>(std::move(*fabric)));
    FabricView& view = answer.views.emplace_back();
    view.fabric = answer.fabrics.back().get();
    view.routing = question.routing.value_or(Routing::minimal);
    return out;
}

/// The networks to show: the partition's, or all networks of the machine.
Result<std::vector<std::string>>
chosen_networks(FabricQuestion const& question, System const& system, Partition const* partition) {
    if (partition != nullptr) return std::vector{network_of(system, *partition)};
    std::vector<std::string> networks = networks_of(system);
    if (question.only_one && networks.size() > 1) {
        return failure(problem(
            Code::inconsistent,
            fmt::format("{} has {} separate networks ({}), but this format can hold only one",
                        system.name,
                        networks.size(),
                        fmt::join(networks, ", ")),
            "choose a partition's network with --partition"));
    }
    return networks;
}

Result<Partition const*> chosen_partition(std::string const& name, System const& system) {
    if (name.empty()) return nullptr;
    if (Partition const* found = system.find_partition(name)) return found;
    return failure(unknown_partition(system, name));
}

}  // namespace

Answered<FabricAnswer> built_networks(FabricQuestion const& question, Library const& library) {
    if (question.system.empty()) return own_network(question);
    Answered<FabricAnswer> out;
    auto loaded = machine_catalogue(library.systems, library.kept_machines()).load(question.system);
    if (out.value_of(loaded) == nullptr) return out;
    FabricAnswer answer{std::make_unique<LoadedSystem const>(std::move(*loaded))};
    LoadedSystem const& machine = *answer.machine;
    out.problems.append(machine.warnings);
    auto partition = chosen_partition(question.partition, machine.system);
    if (out.value_of(partition) == nullptr) return out;
    auto networks = chosen_networks(question, machine.system, *partition);
    if (out.value_of(networks) == nullptr) return out;
    for (std::string const& network : *networks) {
        auto fabric = build_fabric(machine.system, network, &machine.document);
        if (out.value_of(fabric) == nullptr) continue;
        answer.fabrics.push_back(std::make_unique<Fabric const>(std::move(*fabric)));
        Routing const own = machine.system.fabrics.at(network).routing;
        answer.views.push_back({answer.fabrics.back().get(),
                                question.routing.value_or(own),
                                &machine,
                                network,
                                *partition});
    }
    if (answer.views.size() == networks->size()) out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
