// SPDX-License-Identifier: Apache-2.0
#include "models/collective/domain_groups.hpp"

#include <algorithm>
#include <cstddef>

namespace clustersim {

std::vector<PlacedGroup>
domain_groups(NodeType const& type, std::span<FabricNodeId const> nodes, Group const& group) {
    std::size_t const domains =
        std::min(static_cast<std::size_t>(std::max(1, group.nodes())), nodes.size());
    if (domains == 0) return {};
    std::size_t const linked = (nodes.size() + domains - 1) / domains;
    int const ranks = std::max(1, group.per_node / static_cast<int>(linked));
    std::vector<PlacedGroup> groups;
    for (std::size_t first = 0; first < linked; ++first) {
        std::vector<FabricNodeId> own;
        for (std::size_t at = first; at < nodes.size(); at += linked) own.push_back(nodes[at]);
        auto beside = side_by_side(type, own, ranks);
        beside.resize(std::min(beside.size(), static_cast<std::size_t>(group.sharing)));
        groups.insert(groups.end(), beside.begin(), beside.end());
    }
    return groups;
}

}  // namespace clustersim
