// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_groups.hpp"

#include <algorithm>

namespace clustersim {

NodeGroups node_groups(System const& system, std::string_view name) {
    NodeGroups groups;
    for (Partition const& one : system.partitions)
        if (one.slurm_name == name) groups.push_back(&one);
    if (!groups.empty()) return groups;
    for (Partition const& one : system.partitions)
        if (one.name == name) groups.push_back(&one);
    return groups;
}

std::vector<std::string> partition_names(System const& system) {
    std::vector<std::string> names;
    auto const add = [&](std::string const& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (Partition const& one : system.partitions) add(one.slurm_name);
    for (Partition const& one : system.partitions) add(one.name);
    return names;
}

std::string group_names(NodeGroups const& groups) {
    std::string text;
    for (Partition const* group : groups) text += (text.empty() ? "" : ", ") + group->name;
    return text;
}

}  // namespace clustersim
