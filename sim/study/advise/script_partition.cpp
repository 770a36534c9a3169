// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/script_partition.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/study/advise/node_request.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

bool has_gpus(System const& system, Partition const& partition, std::string const& type) {
    NodeType const& nodes = system.node_type_of(partition);
    return nodes.gpus > 0 && (type.empty() || nodes.gres.empty() || same_word(nodes.gres, type));
}

/// Several entries of a machine file may be one partition of its Slurm, with nodes of different types.
Partition const* suited(System const& system,
                        std::vector<Partition const*> const& entries,
                        JobScript const& script) {
    bool const gpus = asks_for_gpus(script);
    auto const suits = [&](Partition const* entry) {
        return gpus ? has_gpus(system, *entry, gpu_type(script))
                    : entry->constraint.empty() || entry->constraint == script.request.constraint;
    };
    auto const found = std::ranges::find_if(entries, suits);
    return found == entries.end() ? entries.front() : *found;
}

Diagnostic unknown(JobScript const& script, System const& system, std::string const& name) {
    std::vector<std::string> known;
    for (Partition const& one : system.partitions)
        if (std::ranges::find(known, one.slurm_name) == known.end())
            known.push_back(one.slurm_name);
    Diagnostic d = problem_at(script.place_of({"partition"}),
                              Code::unknown_name,
                              fmt::format("{} has no partition \"{}\"", system.name, name));
    d.help = did_you_mean(name, known);
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
        std::vector<Partition const*> entries;
        for (Partition const& one : system.partitions)
            if (one.slurm_name == name || one.name == name) entries.push_back(&one);
        if (entries.empty()) {
            problems.add(unknown(script, system, name));
            continue;
        }
        Partition const* const chosen = suited(system, entries, script);
        if (auto const fits = check_gpus(script, system, *chosen); !fits)
            problems.append(fits.error());
        found.all.push_back(chosen);
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return found;
}

Result<ScriptPartitions> unnamed(JobScript const& script, System const& system) {
    Partition const& usual = system.default_partition();
    if (suits_gpus(script, system, usual))
        return ScriptPartitions{{&usual}, "the default of the machine"};
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

Result<ScriptPartitions> script_partitions(JobScript const& script, System const& system) {
    return script.request.partition.empty() ? unnamed(script, system) : named(script, system);
}

}  // namespace clustersim
