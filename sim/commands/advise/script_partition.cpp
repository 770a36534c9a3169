// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_partition.hpp"

#include "sim/commands/advise/node_request.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/scenario/node_needs.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

namespace clustersim {
namespace {

bool has_gpus(System const& system, Partition const& partition, std::string const& type) {
    NodeType const& nodes = system.node_type_of(partition);
    return nodes.gpus > 0 && (type.empty() || nodes.gres.empty() || same_word(nodes.gres, type));
}

/// The free space on local drives that the job asks for: --tmp, or the gigabytes that CSC and others give out as the
/// generic resource nvme.
std::optional<Bytes> local_disk(JobScript const& script) {
    for (slurm::GresRequest const& one : script.request.gres)
        if (one.name == "nvme") return bytes(static_cast<double>(one.count) * 1e9);
    if (!script.request.tmp_disk_mb) return std::nullopt;
    return bytes(static_cast<double>(*script.request.tmp_disk_mb) * mebibyte);
}

/// The groups with the features and the reservation of the script.
NodeGroups with_features(System const& system, NodeGroups const& groups, JobScript const& script) {
    NodeNeeds needs;
    needs.features = script.request.constraint;
    needs.reservation = script.request.reservation;
    return suited_groups(system, groups, needs);
}

/// Whether the nodes of the group have the GPUs, cores, memory and disk that the script asks for.
bool has_amounts(System const& system, Partition const& group, JobScript const& script) {
    if (!suits_gpus(script, system, group)) return false;
    NodeNeeds needs;
    needs.reservation = script.request.reservation;
    needs.local_disk = local_disk(script);
    if (auto const nodes = node_request(script, slurm_place(system, group))) {
        needs.cores = nodes->cores;
        needs.memory = nodes->memory;
        needs.gpus = nodes->gpus;
    }
    return !suited_groups(system, {&group}, needs).empty();
}

/// Whether a scenario, which names neither types of GPUs nor other generic resources, means the same nodes by the Slurm
/// partition as the script.
bool same_in_scenario(System const& system, NodeGroups const& groups, JobScript const& script) {
    bool const by_drive = local_disk(script) && !script.request.tmp_disk_mb;
    if (groups.size() < 2 || by_drive) return false;
    return gpu_type(script).empty() || std::ranges::all_of(groups, [&](Partition const* group) {
               return suits_gpus(script, system, *group);
           });
}

void add(NodeGroups const& groups,
         JobScript const& script,
         System const& system,
         ScriptPartitions& found) {
    NodeGroups const named = with_features(system, groups, script);
    NodeGroups const fit = suited_to(script, system, groups);
    auto const with_gpus = std::ranges::find_if(
        groups, [&](Partition const* group) { return suits_gpus(script, system, *group); });
    Partition const* const other = with_gpus == groups.end() ? groups.front() : *with_gpus;
    Partition const& first = fit.empty() ? *other : *fit.front();
    found.all.push_back(&first);
    if (found.all.size() > 1 || !same_in_scenario(system, groups, script)) return;
    found.by_amount = fit.size() < named.size();
    // A scenario says these amounts only of a part of a node, and of whole nodes without GPUs.
    bool const part = !first.exclusive && script.request.exclusive != slurm::Exclusive::whole_nodes;
    bool const can_say = part || (first.exclusive && system.node_type_of(first).gpus == 0);
    if (found.by_amount && !can_say) return;
    found.slurm_name = groups.front()->slurm_name;
}

/// The partitions of Slurm in which jobs may name the QOS.
std::vector<std::string> partitions_with(System const& system, std::string const& qos) {
    std::vector<std::string> found;
    for (NamedQos const& one : named_qos(system)) {
        bool const it = one.slurm_name == qos || one.qos.name == qos;
        if (it && std::ranges::find(found, one.partition) == found.end())
            found.push_back(one.partition);
    }
    return found;
}

Diagnostic unknown(JobScript const& script, System const& system, std::string const& name) {
    Diagnostic d = problem_at(script.place_of({"partition"}),
                              Code::unknown_name,
                              fmt::format("{} has no partition \"{}\"", system.name, name));
    auto const with = partitions_with(system, name);
    std::vector<std::string> known;
    for (Partition const& one : system.partitions)
        if (std::ranges::find(known, one.slurm_name) == known.end())
            known.push_back(one.slurm_name);
    d.help =
        with.empty()
            ? did_you_mean(name, known)
            : fmt::format("\"{}\" is a QOS of partition {}: --qos={}", name, with.front(), name);
    return d;
}

/// The GPUs of a type elsewhere on the machine, in words.
std::string where_gpus(System const& system, std::string const& type) {
    std::set<std::string> types, partitions;
    for (Partition const& one : system.partitions) {
        NodeType const& nodes = system.node_type_of(one);
        if (nodes.gpus > 0 && !nodes.gres.empty()) types.insert(nodes.gres);
        if (has_gpus(system, one, type)) partitions.insert(one.slurm_name);
    }
    if (!partitions.empty())
        return fmt::format("partitions with them: {}", fmt::join(partitions, ", "));
    return types.empty()
               ? fmt::format("no GPU of {} has a type in Slurm: leave it out", system.name)
               : fmt::format("types on {}: {}", system.name, fmt::join(types, ", "));
}

Result<void> check_gpus(JobScript const& script, System const& system, Partition const& partition) {
    if (suits_gpus(script, system, partition)) return {};
    std::string const type = gpu_type(script);
    Diagnostic d =
        problem_at(script.place_of({"gres", "gpus", "gpus-per-node", "gpus-per-task"}),
                   Code::never_fits,
                   fmt::format("partition {} of {} has no GPUs{}",
                               partition.slurm_name,
                               system.name,
                               type.empty() ? "" : fmt::format(" of type \"{}\"", type)));
    d.help = where_gpus(system, type);
    return failure(std::move(d));
}

Result<ScriptPartitions> named(JobScript const& script, System const& system) {
    ScriptPartitions found;
    Diagnostics problems;
    for (std::string const& name : split_list(script.request.partition)) {
        NodeGroups const groups = node_groups(system, name);
        if (groups.empty()) {
            problems.add(unknown(script, system, name));
            continue;
        }
        add(groups, script, system, found);
        if (auto const fits = check_gpus(script, system, *found.all.back()); !fits)
            problems.append(fits.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return found;
}

/// On a site that gives a job without a partition the one of its QOS.
std::optional<ScriptPartitions> by_qos(JobScript const& script, System const& system) {
    std::string const& qos = script.request.qos;
    std::string const& usual = system.default_partition().slurm_name;
    if (qos.empty()) return std::nullopt;
    auto const with = partitions_with(system, qos);
    if (with.size() != 1 || with.front() == usual) return std::nullopt;
    ScriptPartitions found;
    found.why = fmt::format("the only one with QOS {}", qos);
    add(node_groups(system, with.front()), script, system, found);
    return found;
}

Result<ScriptPartitions> unnamed(JobScript const& script, System const& system) {
    if (auto found = by_qos(script, system)) {
        if (auto fits = check_gpus(script, system, *found->all.front()); !fits)
            return failure(std::move(fits.error()));
        return std::move(*found);
    }
    Partition const& usual = system.default_partition();
    ScriptPartitions found;
    add(node_groups(system, usual.slurm_name), script, system, found);
    found.why = "the default of the machine";
    if (suits_gpus(script, system, *found.all.front())) return found;
    for (Partition const& one : system.partitions)
        if (one.purpose == Purpose::production && has_gpus(system, one, gpu_type(script)))
            return ScriptPartitions{{&one},
                                    fmt::format("the first for production with {}",
                                                gpu_type(script).empty()
                                                    ? "GPUs"
                                                    : "GPUs of type " + gpu_type(script))};
    return failure(check_gpus(script, system, usual).error());
}

}  // namespace

bool suits_gpus(JobScript const& script, System const& system, Partition const& partition) {
    return !asks_for_gpus(script) || has_gpus(system, partition, gpu_type(script));
}

NodeGroups suited_to(JobScript const& script, System const& system, NodeGroups const& groups) {
    NodeGroups fit;
    for (Partition const* group : with_features(system, groups, script))
        if (has_amounts(system, *group, script)) fit.push_back(group);
    return fit;
}

Result<ScriptPartitions> script_partitions(JobScript const& script, System const& system) {
    return script.request.partition.empty() ? unnamed(script, system) : named(script, system);
}

}  // namespace clustersim
