// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/node_needs.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/request/feature_expression.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

bool has_amounts(System const& system, Partition const& group, NodeNeeds const& needs) {
    NodeType const& type = system.node_type_of(group);
    slurm::NodeRecord const node = node_record(system, type);
    auto const fits = [](std::optional<Bytes> const& asked, std::int64_t mb) {
        return !asked || asked->si() <= static_cast<double>(mb) * mebibyte;
    };
    bool const typed = needs.gpu_type.empty() || type.gres.empty();
    return needs.cores.value_or(0) <= node.cores() &&
           fits(needs.memory, node.schedulable_memory_mb()) &&
           fits(needs.local_disk, node.tmp_disk_mb) && needs.gpus <= type.gpus &&
           (typed || same_word(type.gres, needs.gpu_type));
}

/// For each group whether a job with this constraint may use its nodes, as Slurm decides it.
std::vector<bool>
chosen_by(std::string const& features, System const& system, NodeGroups const& groups) {
    // A site with one node of each group.
    slurm::Site site;
    for (Partition const* group : groups) {
        site.nodes.push_back({group->name, static_cast<std::int32_t>(site.records.size()), {}, {}});
        site.records.push_back(node_record(system, system.node_type_of(*group)));
    }
    std::vector<bool> chosen(groups.size(), true);
    auto const choice = slurm::choose_by_features(features, slurm::FeatureNodes(site));
    if (!choice) return chosen;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        auto const node = static_cast<std::int32_t>(i);
        auto const in = [&](slurm::NodeSet const& set) { return set.contains(node); };
        chosen[i] = in(choice->allowed) &&
                    (choice->alternatives.empty() || std::ranges::any_of(choice->alternatives, in));
        // Only some of the job's nodes need a feature with a count; with groups, all nodes are of one of them.
        if (choice->separate_groups)
            chosen[i] = std::ranges::any_of(choice->counted, in, &slurm::CountedNodes::nodes);
    }
    return chosen;
}

}  // namespace

NodeNeeds needs_of(JobSpec const& spec) {
    NodeNeeds needs;
    needs.cores = spec.resources.cores;
    needs.memory = spec.resources.memory;
    needs.local_disk = spec.resources.local_disk;
    // Without `nodes`, GPUs are of the whole job, and its nodes follow from them.
    if (spec.gpus) needs.gpus = spec.place.find("nodes") != nullptr ? *spec.gpus : 1;
    needs.features = spec.resources.features;
    needs.reservation = spec.resources.reservation;
    return needs;
}

NodeGroups suited_groups(System const& system, NodeGroups const& groups, NodeNeeds const& needs) {
    if (groups.empty()) return {};
    bool const reserved = std::ranges::any_of(groups, [&](Partition const* group) {
        return !needs.reservation.empty() && group->reservation == needs.reservation;
    });
    std::vector<bool> const chosen = chosen_by(needs.features, system, groups);
    NodeGroups suited;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        Partition const& group = *groups[i];
        bool const open =
            reserved ? group.reservation == needs.reservation : group.reservation.empty();
        if (open && chosen[i] && has_amounts(system, group, needs)) suited.push_back(&group);
    }
    return suited;
}

}  // namespace clustersim
