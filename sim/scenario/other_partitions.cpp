// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/other_partitions.hpp"

#include "sim/scenario/group_place.hpp"
#include "sim/scenario/named_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

/// The difference that keeps a job from running for the same time and price in both; empty without one.
std::string_view difference_between(Partition const& one, Partition const& other) {
    if (one.node_type != other.node_type) return "nodes of another type";
    if (!same_price(one.billing, other.billing)) return "another price";
    if (one.exclusive != other.exclusive) return "another rule for shared nodes";
    if (one.fixed || other.fixed) return "a fixed share of a node for each job";
    if (one.slurm_name == other.slurm_name) return "the same partition of Slurm";
    return {};
}

/// The run time of such a job is predicted on the nodes that it gets, which must be of the run's partition.
bool runs_as_its_nodes_permit(JobSpec const& spec) {
    auto const* training = std::get_if<TrainingWork>(&spec.work);
    return training != nullptr && !spec.checkpoint && (spec.nodes > 1 || training->noise.any());
}

bool has_background(std::string const& partition, ResolvedRun const& run) {
    auto const& others = run.scenario.background.others;
    return std::ranges::find(others, partition, &OtherBackground::partition) != others.end();
}

void check_partition(JobSpec const& spec,
                     std::string const& name,
                     ResolvedRun const& run,
                     Diagnostics& problems) {
    Partition const* const other = run.system->system.find_partition(name);
    if (other == nullptr) {
        problems.append(
            at_key(unknown_partition(run.system->system, name), spec.place, "partitions"));
        return;
    }
    ConfigNode const& place = place_of(spec, "partitions");
    if (auto const what = difference_between(*run.partition, *other); !what.empty()) {
        problems
            .add(problem_at(place,
                            Code::inconsistent,
                            fmt::format("job \"{}\" cannot also start in partition {}: compared "
                                        "with {}, it has {}",
                                        spec.name,
                                        name,
                                        run.partition->name,
                                        what)))
            .help = "compare the two with a sweep of `partition`";
        return;
    }
    if (run.mix == nullptr || has_background(name, run)) return;
    Diagnostic d = problem_at(
        place,
        Code::inconsistent,
        fmt::format("partition {} has no background load of its own, so job \"{}\" meets only the "
                    "jobs of {} there",
                    name,
                    spec.name,
                    run.partition->name));
    d.severity = Severity::warning;
    d.help = fmt::format("add `background.others.{}`", name);
    problems.add(std::move(d));
}

}  // namespace

Diagnostics refused_partitions(JobSpec const& spec, ResolvedRun const& run) {
    Diagnostics problems;
    std::vector<std::string> const& names = spec.resources.partitions;
    if (names.empty() || run.slurm == nullptr) return problems;
    for (std::string const& name : names) check_partition(spec, name, run, problems);
    if (runs_as_its_nodes_permit(spec)) {
        problems
            .add(
                problem_at(place_of(spec, "partitions"),
                           Code::inconsistent,
                           fmt::format("the run time of job \"{}\" depends on its nodes, which are "
                                       "described for one partition only",
                                       spec.name)))
            .help = "compare the partitions with a sweep of `partition`";
    }
    return problems;
}

std::string partition_list(JobSpec const& spec, ResolvedRun const& run) {
    std::string list = run.partition->slurm_name;
    std::set<std::string> listed{list};
    for (std::string const& name : spec.resources.partitions) {
        std::string const& more = run.system->system.find_partition(name)->slurm_name;
        if (listed.insert(more).second) list += "," + more;
    }
    return list;
}

}  // namespace clustersim
