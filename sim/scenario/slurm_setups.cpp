// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/slurm_setups.hpp"

#include "sim/config/json_text.hpp"
#include "sim/scenario/group_place.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/slurm/read/machine/imported_machine.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/slurm/read/machine/machine_topology.hpp"
#include "sim/workload/loop_users.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

std::string text_of(std::optional<Backlog> const& backlog) {
    if (!backlog) return "none";
    return fmt::format(
        "{} {} {}", backlog->brief.si(), backlog->usual.si(), backlog->extended.si());
}

std::string key_of(ResolvedRun const& run, NodeGroups const& groups) {
    Scenario const& scenario = run.scenario;
    std::string key = fmt::format("{} {} {} {} {} {} {} {}",
                                  scenario.system,
                                  to_json(scenario.policy),
                                  static_cast<int>(scenario.topology),
                                  group_names(groups),
                                  scenario.seed,
                                  scenario.background.mix,
                                  scenario.background.load,
                                  text_of(scenario.background.backlog));
    for (OtherBackground const& other : scenario.background.others)
        key += fmt::format(
            "; {} {} {} {}", other.partition, other.mix, other.load, text_of(other.backlog));
    return key;
}

/// A partition admits what at least one of its QOS admits.
void cut_to_qos(PartitionShape& shape, SlurmPlace const& place) {
    Seconds longest{};
    std::int32_t most = 0;
    for (AdmittingQos const& qos : place.qos) {
        longest = std::max(longest, qos.limits.max_time.value_or(shape.max_walltime));
        most = std::max(most, qos.limits.max_submitted.value_or(shape.max_submitted));
    }
    shape.max_walltime = std::min(shape.max_walltime, longest);
    shape.max_submitted = std::min(shape.max_submitted, most);
}

/// The shape that people have in mind for their requests: a policy does not change their habits, so
/// it is that of the partition without the policy, if it exists.
PartitionShape asked_shape(System const& system, NodeGroups const& groups) {
    SlurmPlace const place = slurm_place(system, groups);
    PartitionShape shape = partition_shape(system, groups);
    shape.nodes = std::min(shape.nodes, place.nodes);
    shape.max_job_nodes = std::min(shape.max_job_nodes, shape.nodes);
    cut_to_qos(shape, place);
    return shape;
}

void add_background(SlurmSetup& setup, ResolvedRun const& run, PartitionLoad background) {
    System const& system = run.system->system;
    NodeGroups const& groups = background.groups;
    NodeGroups before;
    for (Partition const* group : groups)
        if (Partition const* same = run.machine->system.find_partition(group->name))
            before.push_back(same);
    PartitionShape const shape = before.size() == groups.size()
                                     ? asked_shape(run.machine->system, before)
                                     : asked_shape(system, groups);
    setup.backgrounds.push_back({groups.front()->name,
                                 slurm_place(system, groups),
                                 shape,
                                 std::move(background.mix),
                                 background.load,
                                 background.backlog});
}

/// The number of users who react, if the background load has any: as many as its largest part
/// needs.
std::int32_t reacting_users_of(System const& system, std::vector<PartitionLoad> const& loads) {
    std::int32_t users = 0;
    for (PartitionLoad const& load : loads) {
        if (!load.backlog || !has_reacting_users(*load.mix)) continue;
        PartitionShape const shape = partition_shape(system, load.groups);
        users = std::max(users, users_needed(*load.mix, shape, load.backlog->extended));
    }
    return users;
}

/// Only mixes that know their users have users who can react. `name` is the mix's, `place` has its
/// key `backlog`.
void check_backlog(PartitionLoad const& load,
                   std::string const& name,
                   ConfigNode const& place,
                   Diagnostics& problems) {
    if (!load.backlog || has_reacting_users(*load.mix)) return;
    Diagnostics found;
    found.add(problem(Code::inconsistent,
                      fmt::format("the mix \"{}\" has no users who could react to a backlog", name),
                      "take a mix with `batches: users:`, such as blue-waters-gpu, or a `load`"));
    problems.append(at_key(found, place, "backlog"));
}

}  // namespace

std::shared_ptr<Mix const> mix_named(InputCache& inputs,
                                     std::string const& name,
                                     ConfigNode const* place,
                                     Diagnostics& problems) {
    if (!is_mix_file(name)) return nullptr;
    auto found = inputs.mix(name);
    if (found) return std::move(*found);
    problems.append(at_key(found.error(), *place, "mix"));
    return nullptr;
}

std::shared_ptr<SlurmSetup const>
SlurmSetups::of(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems) {
    std::string const key = key_of(run, groups);
    if (auto const found = known_.find(key); found != known_.end()) return found->second;
    auto setup = make(run, groups, problems);
    setup->key = key;
    return known_[key] = std::move(setup);
}

std::shared_ptr<SlurmSetup>
SlurmSetups::make(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems) {
    Scenario const& scenario = run.scenario;
    System const& system = run.system->system;
    auto setup = std::make_shared<SlurmSetup>();
    std::vector<PartitionLoad> loads = loads_of(run, groups, problems);
    auto const people = std::make_shared<UserPopulation const>(
        people_of(system, RandomStream(scenario.seed, "people"), reacting_users_of(system, loads)));
    setup->people = people;
    slurm::Site site = machine_site(system, *people);
    if (auto const added =
            describe_topology(system, NodeLayout(system, site), scenario.topology, site);
        !added)
        problems.append(at_key(added.error(), run.variant.document, "topology"));
    setup->site = std::make_shared<slurm::Site const>(std::move(site));
    setup->place = slurm_place(system, groups);
    for (PartitionLoad& load : loads) add_background(*setup, run, std::move(load));
    return setup;
}

std::vector<PartitionLoad>
SlurmSetups::loads_of(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems) {
    std::vector<PartitionLoad> loads;
    BackgroundSpec const& spec = run.scenario.background;
    ConfigNode const* document = run.variant.document.find("background");
    auto const add = [&](PartitionLoad load, std::string const& mix, ConfigNode const& place) {
        if (load.mix == nullptr) return;
        check_backlog(load, mix, place, problems);
        loads.push_back(std::move(load));
    };
    if (run.mix != nullptr) add({groups, spec.load, spec.backlog, run.mix}, spec.mix, *document);
    for (OtherBackground const& other : spec.others) {
        ConfigNode const& others = *document->find("others");
        Partition const* partition = run.system->system.find_partition(other.partition);
        if (partition == nullptr) {
            problems.append(at_key(
                unknown_partition(run.system->system, other.partition), others, other.partition));
            continue;
        }
        ConfigNode const& place = *others.find(other.partition);
        add({{partition},
             other.load,
             other.backlog,
             mix_named(inputs_, other.mix, &place, problems)},
            other.mix,
            place);
    }
    return loads;
}

}  // namespace clustersim
