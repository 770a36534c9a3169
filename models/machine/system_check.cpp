// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system_check.hpp"

#include "models/machine/fabric_check.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The node at a path of keys, or the deepest node on it that exists.
ConfigNode const& at(ConfigNode const& document, std::initializer_list<std::string_view> path) {
    ConfigNode const* node = &document;
    for (std::string_view const key : path) {
        ConfigNode const* next = node->find(key);
        if (next == nullptr) return *node;
        node = next;
    }
    ConfigNode const* inner = node->find("value");
    return inner != nullptr ? *inner : *node;
}

template <class Map>
std::vector<std::string> keys_of(Map const& map) {
    std::vector<std::string> keys;
    keys.reserve(map.size());
    for (auto const& [key, value] : map) keys.push_back(key);
    return keys;
}

void refer(ConfigNode const& place,
           std::string_view what,
           std::string const& name,
           std::vector<std::string> const& known,
           Diagnostics& diagnostics) {
    if (name.empty() || std::ranges::find(known, name) != known.end()) return;
    Diagnostic d =
        problem_at(place, Code::unknown_name, fmt::format("there is no {} \"{}\"", what, name));
    d.help = did_you_mean(name, known);
    diagnostics.add(std::move(d));
}

/// Checks that `wires` is a symmetric matrix over the node's devices and that no device is without
/// a wire.
void check_wires(NodeType const& type, ConfigNode const& document, Diagnostics& diagnostics) {
    std::vector<int> const& wires = type.link.wires;
    if (wires.empty()) return;
    ConfigNode const& place = at(document, {"node_types", type.name, "link", "wires"});
    auto const devices = static_cast<std::size_t>(type.gpus);
    if (wires.size() != devices * devices) {
        diagnostics.add(
            problem_at(place,
                       Code::inconsistent,
                       fmt::format("`wires` has {} numbers; a matrix over {} devices has {}",
                                   wires.size(),
                                   devices,
                                   devices * devices)));
        return;
    }
    for (std::size_t i = 0; i < devices; ++i) {
        int total = 0;
        for (std::size_t j = 0; j < devices; ++j) {
            total += wires[i * devices + j];
            if (i == j ? wires[i * devices + j] == 0
                       : wires[i * devices + j] == wires[j * devices + i])
                continue;
            diagnostics.add(
                problem_at(place,
                           Code::inconsistent,
                           i == j ? fmt::format("device {} is wired to itself", i)
                                  : fmt::format("{} wires from device {} to {}, but {} back",
                                                wires[i * devices + j],
                                                i,
                                                j,
                                                wires[j * devices + i])));
            return;
        }
        if (total == 0 && devices > 1) {
            diagnostics.add(problem_at(
                place, Code::inconsistent, fmt::format("device {} has no wire to any other", i)));
        }
    }
}

void check_node_type(System const& system,
                     NodeType const& type,
                     ConfigNode const& document,
                     Diagnostics& diagnostics) {
    ConfigNode const& nic_list = at(document, {"node_types", type.name, "nic", "nic_of_gpu"});
    ConfigNode const& count = at(document, {"node_types", type.name, "gpus", "count"});
    refer(at(document, {"node_types", type.name, "fabric"}),
          "fabric",
          type.fabric,
          keys_of(system.fabrics),
          diagnostics);
    refer(at(document, {"node_types", type.name, "part_of"}),
          "node type",
          type.part_of,
          keys_of(system.node_types),
          diagnostics);
    if (static_cast<int>(type.nic.nic_of_gpu.size()) != type.gpus) {
        diagnostics.add(
            problem_at(nic_list,
                       Code::inconsistent,
                       fmt::format("nic_of_gpu lists {} GPUs, but the node type has {} (line {})",
                                   type.nic.nic_of_gpu.size(),
                                   type.gpus,
                                   count.line)));
    }
    for (int const index : type.nic.nic_of_gpu) {
        if (index < type.nic.count) continue;
        diagnostics.add(problem_at(
            nic_list,
            Code::inconsistent,
            fmt::format("nic_of_gpu names NIC {}, but there are {}, counted from 0 (line {})",
                        index,
                        type.nic.count,
                        at(document, {"node_types", type.name, "nic", "count"}).line)));
        break;
    }
    check_wires(type, document, diagnostics);
    Accelerator const* accelerator = system.accelerator_of(type);
    if (accelerator != nullptr && type.gpu_power_limit &&
        *type.gpu_power_limit <= accelerator->idle)
        diagnostics.add(problem_at(at(document, {"node_types", type.name, "gpus", "power_limit"}),
                                   Code::inconsistent,
                                   "no device runs below its idle power"));
    if (type.gpus > 0 && type.link.domain % type.gpus != 0)
        diagnostics.add(
            problem_at(at(document, {"node_types", type.name, "link", "domain"}),
                       Code::inconsistent,
                       fmt::format("a domain of {} devices has no whole nodes of {} (line {})",
                                   type.link.domain,
                                   type.gpus,
                                   count.line)));
    if (type.gpus > 1 && type.link.kind == NodeLinkKind::none) {
        diagnostics.add(problem_at(
            at(document, {"node_types", type.name, "link"}),
            Code::missing_key,
            fmt::format(
                "the {} accelerators of \"{}\" need a link between them", type.gpus, type.name)));
    }
}

void check_limits(Limits const& limits,
                  Partition const& partition,
                  ConfigNode const& place,
                  Diagnostics& diagnostics) {
    if (!limits.max_nodes || *limits.max_nodes <= partition.nodes) return;
    Diagnostic d = problem_at(place,
                              Code::inconsistent,
                              fmt::format("the limit is {} nodes, but partition \"{}\" has only {}",
                                          *limits.max_nodes,
                                          partition.name,
                                          partition.nodes));
    d.severity = Severity::warning;
    diagnostics.add(std::move(d));
}

void check_places(Partition const& partition,
                  NodeType const& type,
                  ConfigNode const& document,
                  Diagnostics& diagnostics) {
    NodePlaces const& places = partition.places;
    bool const ranges = !places.ranges.empty();
    if (!ranges && places.first == 0) return;  // too many nodes are a problem of `nodes`
    if (places.number_of(partition.nodes - 1) < type.nodes) return;
    diagnostics.add(problem_at(
        at(document, {"partitions", partition.name, ranges ? "node_ranges" : "first_node"}),
        Code::inconsistent,
        fmt::format("{} nodes from number {} exceed the {} nodes of type \"{}\"",
                    ranges ? places.ranges.back().count : partition.nodes,
                    ranges ? places.ranges.back().first : places.first,
                    type.nodes,
                    partition.node_type)));
}

void check_fixed(System const& system,
                 Partition const& partition,
                 ConfigNode const& document,
                 Diagnostics& diagnostics) {
    auto const type = system.node_types.find(partition.node_type);
    if (!partition.fixed || type == system.node_types.end()) return;
    if (partition.fixed->gpus <= type->second.gpus &&
        partition.fixed->cores <= type->second.usable_cores)
        return;
    diagnostics.add(problem_at(
        at(document, {"partitions", partition.name, "fixed"}),
        Code::inconsistent,
        fmt::format("a job's fixed share exceeds a node of type \"{}\"", partition.node_type)));
}

/// Checks that a job's limits per node, and the steps in which it is charged, do not exceed the
/// node.
void check_share(System const& system,
                 Partition const& partition,
                 ConfigNode const& document,
                 Diagnostics& diagnostics) {
    auto const found = system.node_types.find(partition.node_type);
    if (found == system.node_types.end()) return;
    NodeType const& type = found->second;
    auto const refuse = [&](std::initializer_list<std::string_view> path, std::string_view what) {
        diagnostics.add(problem_at(
            at(document, path),
            Code::inconsistent,
            fmt::format("more {} than a node of type \"{}\" has", what, partition.node_type)));
    };
    MaxTresPerNode const& most = partition.max_tres_per_node;
    if (most.cores && *most.cores > type.cores)
        refuse({"partitions", partition.name, "max_tres_per_node", "cores"}, "cores");
    if (most.memory && *most.memory > type.memory)
        refuse({"partitions", partition.name, "max_tres_per_node", "memory"}, "memory");
    if (partition.billing.core_step > type.cores)
        refuse({"partitions", partition.name, "billing", "core_step"}, "cores");
    if (partition.billing.memory_step && *partition.billing.memory_step > type.memory)
        refuse({"partitions", partition.name, "billing", "memory_step"}, "memory");
}

void check_preempted(Partition const& partition,
                     Qos const& qos,
                     ConfigNode const& document,
                     Diagnostics& diagnostics) {
    std::vector<std::string> known;
    for (Qos const& other : partition.qos)
        if (other.preemptible) known.push_back(other.name);
    for (std::string const& victim : qos.preempts) {
        refer(at(document, {"partitions", partition.name, "qos", qos.name, "preempts"}),
              "preemptible QOS",
              victim,
              known,
              diagnostics);
    }
}

void check_partition(System const& system,
                     Partition const& partition,
                     ConfigNode const& document,
                     Diagnostics& diagnostics) {
    refer(at(document, {"partitions", partition.name, "node_type"}),
          "node type",
          partition.node_type,
          keys_of(system.node_types),
          diagnostics);
    auto const type = system.node_types.find(partition.node_type);
    if (type != system.node_types.end() && partition.nodes > type->second.nodes) {
        diagnostics.add(problem_at(
            at(document, {"partitions", partition.name, "nodes"}),
            Code::inconsistent,
            fmt::format(
                "partition \"{}\" has {} nodes, but the machine has {} of type \"{}\" (line {})",
                partition.name,
                partition.nodes,
                type->second.nodes,
                partition.node_type,
                at(document, {"node_types", partition.node_type, "nodes"}).line)));
    }
    if (type != system.node_types.end() && partition.billing.per_gpu_hour > 0.0 &&
        type->second.gpus == 0) {
        diagnostics.add(problem_at(
            at(document, {"partitions", partition.name, "billing", "per_gpu_hour"}),
            Code::inconsistent,
            fmt::format("GPUs are charged, but node type \"{}\" has none", partition.node_type)));
    }
    check_limits(partition.limits,
                 partition,
                 at(document, {"partitions", partition.name, "limits", "max_nodes"}),
                 diagnostics);
    if (type != system.node_types.end())
        check_places(partition, type->second, document, diagnostics);
    check_fixed(system, partition, document, diagnostics);
    check_share(system, partition, document, diagnostics);
    for (Qos const& qos : partition.qos) {
        check_preempted(partition, qos, document, diagnostics);
        check_limits(
            qos.limits,
            partition,
            at(document, {"partitions", partition.name, "qos", qos.name, "limits", "max_nodes"}),
            diagnostics);
    }
}

void check_default(System const& system, ConfigNode const& document, Diagnostics& diagnostics) {
    Partition const* first = nullptr;
    for (Partition const& partition : system.partitions) {
        if (!partition.is_default) continue;
        ConfigNode const& place = at(document, {"partitions", partition.name, "is_default"});
        if (first != nullptr) {
            diagnostics.add(problem_at(
                place,
                Code::inconsistent,
                fmt::format("\"{}\" is a second default partition; the first is \"{}\" (line {})",
                            partition.name,
                            first->name,
                            at(document, {"partitions", first->name, "is_default"}).line)));
        } else {
            first = &partition;
        }
    }
    if (first == nullptr) {
        Diagnostic d = problem_at(
            at(document, {"partitions"}), Code::missing_key, "no partition is the default");
        d.expected = "`is_default: true` on the partition that a scenario gets when it names none";
        diagnostics.add(std::move(d));
    }
}

}  // namespace

void check_system(System const& system, ConfigNode const& document, Diagnostics& diagnostics) {
    for (auto const& [name, type] : system.node_types)
        check_node_type(system, type, document, diagnostics);
    for (Partition const& partition : system.partitions)
        check_partition(system, partition, document, diagnostics);
    if (!system.has_slurm_file()) check_default(system, document, diagnostics);
    check_fabrics(system, document, diagnostics);
}

}  // namespace clustersim
