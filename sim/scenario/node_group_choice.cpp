// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/node_group_choice.hpp"

#include "sim/scenario/group_place.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/scenario/node_needs.hpp"
#include "sim/scenario/partition_choice.hpp"
#include "sim/scenario/sbatch_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

bool contains(NodeGroups const& groups, Partition const* one) {
    return std::ranges::find(groups, one) != groups.end();
}

/// The groups with the run's QOS; all if none has it, so that its error is that of an unknown QOS.
NodeGroups with_qos(ResolvedRun const& run, NodeGroups const& groups) {
    if (!run.scenario.qos || !run.scenario.site_limits) return groups;
    NodeGroups found;
    std::ranges::copy_if(groups, std::back_inserter(found), [&](Partition const* group) {
        return std::ranges::find(group->qos, *run.scenario.qos, &Qos::name) != group->qos.end();
    });
    return found.empty() ? groups : found;
}

NodeGroups suited_to_all(ResolvedRun const& run, NodeGroups const& groups) {
    NodeGroups suited = groups;
    for (JobSpec const& spec : run.scenario.jobs) {
        if (spec.partition) continue;
        NodeGroups const own = suited_groups(run.system->system, groups, needs_of(spec));
        std::erase_if(suited, [&](Partition const* group) { return !contains(own, group); });
    }
    return suited;
}

/// The groups that a job in the words of sbatch lists.
NodeGroups listed_groups(ResolvedRun const& run, NodeGroups const& groups) {
    NodeGroups listed;
    JobSpec const& first = run.scenario.jobs.front();
    if (first.sbatch == nullptr) return listed;
    for (std::string const& name : first.sbatch->groups) {
        auto const found = std::ranges::find(groups, name, &Partition::name);
        if (found != groups.end()) listed.push_back(*found);
    }
    return listed;
}

/// Only jobs with a known run time take as long on other nodes, and only the emulator has several kinds of them.
bool may_mix(ResolvedRun const& run) {
    return run.scenario.scheduler == "slurm" && run.scenario.network == NetworkDetail::closed &&
           std::ranges::all_of(
               run.scenario.jobs,
               [](JobSpec const& spec) { return std::holds_alternative<FixedWork>(spec.work); });
}

/// The group and those after it on which the user would notice no difference.
NodeGroups alike(ResolvedRun const& run, Partition const& first, NodeGroups const& suited) {
    NodeGroups found{&first};
    if (!may_mix(run)) return found;
    for (Partition const* other : suited)
        if (other != &first && noticed_difference(first, *other, run.system->system).empty())
            found.push_back(other);
    return found;
}

/// Lets each job that the groups do not all suit name one that does; returns the groups for the others. Empty: none of
/// the groups suits one of the jobs.
NodeGroups split_jobs(ResolvedRun& run, NodeGroups const& groups) {
    System const& system = run.system->system;
    NodeGroups of_run;
    for (JobSpec& spec : run.scenario.jobs) {
        if (spec.partition) continue;
        NodeGroups const own = suited_groups(system, groups, needs_of(spec));
        if (own.empty()) return {};
        NodeGroups shared;
        for (Partition const* group : of_run)
            if (contains(own, group)) shared.push_back(group);
        if (of_run.empty())
            of_run = own;
        else if (!shared.empty())
            of_run = shared;
        else
            spec.partition = own.front()->name;
    }
    return of_run;
}

/// What the user should know about the groups that were taken and those that were not.
std::string why_these(NodeGroups const& taken,
                      NodeGroups const& suited,
                      Refusals const& refused,
                      System const& system) {
    Partition const& first = *taken.front();
    std::string why = fmt::format("{}nodes of partition {}{}",
                                  suited.size() == 1 ? "the only " : "",
                                  first.slurm_name,
                                  suited.size() == 1 ? " with what the job asks for" : "");
    if (taken.size() > 1)
        why += fmt::format("; Slurm may start the job on any of {}", group_names(taken));
    for (Partition const* other : suited) {
        if (contains(taken, other) || refused.names(*other)) continue;
        auto const difference = noticed_difference(first, *other, system);
        why += fmt::format("; Slurm may also take {}{}",
                           other->name,
                           difference.empty() ? "" : fmt::format(", with {}", difference));
    }
    if (!refused.empty()) why += "; not " + refused.text();
    return why;
}

Diagnostic mixed_costs(ResolvedRun const& run, NodeGroups const& taken) {
    Diagnostic d = problem(
        Code::inconsistent,
        fmt::format("no kind of node of partition {} alone has enough nodes, and Slurm takes {} "
                    "together: the costs are those of {}",
                    run.partition->slurm_name,
                    group_names(taken),
                    run.partition->name));
    d.severity = Severity::warning;
    return d;
}

}  // namespace

NodeGroups groups_named(ResolvedRun const& run, Diagnostics& problems) {
    System const& system = run.system->system;
    std::string const& name = *run.scenario.partition;
    NodeGroups groups = node_groups(system, name);
    if (groups.empty())
        problems.append(at_key(unknown_partition(system, name), run.variant.document, "partition"));
    return groups;
}

void settle_job_groups(ResolvedRun& run) {
    for (JobSpec& spec : run.scenario.jobs) {
        if (!spec.partition) continue;
        NodeGroups const groups = node_groups(run.system->system, *spec.partition);
        if (groups.size() < 2) continue;
        NodeGroups const own = suited_groups(run.system->system, groups, needs_of(spec));
        spec.partition = (own.empty() ? groups : own).front()->name;
    }
}

Result<ResolvedRun>
choose_node_group(ResolvedRun run, NodeGroups const& groups, ResolveOnGroups const& resolve_on) {
    settle_job_groups(run);
    if (groups.size() == 1) return resolve_on(run, groups);
    System const& system = run.system->system;
    if (NodeGroups const listed = listed_groups(run, groups); !listed.empty()) {
        NodeGroups const taken = alike(run, *listed.front(), listed);
        auto resolved = resolve_on(run, taken);
        if (resolved) resolved->partition_choice = why_these(taken, listed, {}, system);
        return resolved;
    }
    NodeGroups const with = with_qos(run, groups);
    NodeGroups suited = suited_to_all(run, with);
    if (suited.empty()) suited = split_jobs(run, with);
    // The refusal of each group says what its nodes have.
    bool const none_suits = suited.empty();
    if (none_suits) suited = with;
    Refusals refused;
    NodeGroups tried;
    for (Partition const* first : suited) {
        if (contains(tried, first)) continue;
        NodeGroups const taken = none_suits ? NodeGroups{first} : alike(run, *first, suited);
        tried.insert(tried.end(), taken.begin(), taken.end());
        auto resolved = resolve_on(run, taken);
        if (resolved) {
            resolved->partition_choice = why_these(taken, suited, refused, system);
            return resolved;
        }
        if (resolved.error().fault() != Fault::impossible) return resolved;
        refused.add(*first, std::move(resolved.error()));
    }
    if (refused.size() > 1 && !none_suits && may_mix(run)) {
        if (auto mixed = resolve_on(run, suited)) {
            mixed->warnings.add(mixed_costs(*mixed, suited));
            mixed->partition_choice = why_these(suited, suited, {}, system);
            return mixed;
        }
    }
    return failure(refused.together(
        fmt::format("no kind of node of partition {} admits the run", groups.front()->slurm_name),
        ""));
}

}  // namespace clustersim
