// SPDX-License-Identifier: Apache-2.0
#include "sim/study/chosen_partition.hpp"

#include "sim/scenario/named_inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace clustersim {
namespace {

std::size_t usual_partition(System const& system) {
    auto const gpus = [&](Partition const& p) { return system.node_type_of(p).gpus > 0; };
    Partition const& usual = system.default_partition();
    if (gpus(usual)) return static_cast<std::size_t>(&usual - system.partitions.data());
    auto const first = std::ranges::find_if(system.partitions, gpus);
    return first == system.partitions.end()
               ? static_cast<std::size_t>(&usual - system.partitions.data())
               : static_cast<std::size_t>(first - system.partitions.begin());
}

}  // namespace

Result<ChosenPartition>
gpu_partition(Catalogue const& catalogue, std::string const& system, std::string const& partition) {
    auto loaded = catalogue.load(system);
    if (!loaded) return failure(std::move(loaded.error()));
    ChosenPartition chosen{std::move(*loaded), 0};
    System const& machine = chosen.loaded.system;
    if (partition.empty()) {
        chosen.index = usual_partition(machine);
    } else {
        Partition const* found = machine.find_partition(partition);
        if (found == nullptr) return failure(unknown_partition(machine, partition));
        chosen.index = static_cast<std::size_t>(found - machine.partitions.data());
    }
    if (chosen.node_type().gpus == 0) {
        std::vector<std::string> with;
        for (Partition const& each : machine.partitions)
            if (machine.node_type_of(each).gpus > 0) with.push_back(each.name);
        return failure(problem(
            Code::never_fits,
            fmt::format("the partition \"{}\" of {} has no accelerators",
                        chosen.partition().name,
                        machine.name),
            with.empty() ? "none of its partitions has any"
                         : fmt::format("partitions with accelerators: {}", fmt::join(with, ", "))));
    }
    if (!chosen.node_type().described) {
        return failure(
            problem(Code::never_fits,
                    fmt::format("no file describes the nodes of partition \"{}\" of {}",
                                chosen.partition().name,
                                machine.name),
                    fmt::format("to predict jobs there, describe {} in a machine file: "
                                "`slurm:` with this file, and `node_types:` with their `hosts`",
                                chosen.node_type().hosts)));
    }
    return chosen;
}

std::string closed_remark(System const& system) {
    std::string const text = closed_remark(system.name, system.upkeep);
    return text.empty() ? text : text + "\n";
}

std::string beyond_partition(Partition const& partition, int nodes) {
    if (nodes <= partition.nodes) return {};
    return fmt::format(
        "{} has only {} nodes; extrapolating to {}\n", partition.name, partition.nodes, nodes);
}

}  // namespace clustersim
