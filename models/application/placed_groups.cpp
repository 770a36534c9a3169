// SPDX-License-Identifier: Apache-2.0
#include "models/application/placed_groups.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The node and the device of a rank.
struct RankPlace {
    std::size_t node;
    int device;
};

}  // namespace

std::vector<PlacedGroup> data_groups(NodeType const& type,
                                     Plan const& plan,
                                     std::span<FabricNodeId const> nodes,
                                     int linked) {
    int const per_node = std::max(1, type.gpus);
    CS_ENSURE(static_cast<std::size_t>(plan.devices()) <=
                  nodes.size() * static_cast<std::size_t>(per_node),
              "the plan fits its nodes");
    auto const place = [&](int tensor, int data, int pipeline) {
        int const rank = tensor + plan.tensor * (data + plan.data * pipeline);
        return RankPlace{static_cast<std::size_t>(rank / per_node), rank % per_node};
    };
    std::vector<PlacedGroup> groups;
    for (int pipeline = 0; pipeline < plan.pipeline; ++pipeline) {
        for (int tensor = 0; tensor < plan.tensor; ++tensor) {
            PlacedGroup group;
            std::size_t last = 0;
            for (int data = 0; data < plan.data; ++data) {
                RankPlace const at = place(tensor, data, pipeline);
                std::size_t const joined = at.node / static_cast<std::size_t>(linked);
                if (group.nodes.empty() || joined != last) group.nodes.push_back(nodes[at.node]);
                last = joined;
                auto const own = ports_of_devices(type, at.device, 1);
                group.ports.insert(group.ports.end(), own.begin(), own.end());
            }
            std::ranges::sort(group.ports);
            group.ports.erase(std::unique(group.ports.begin(), group.ports.end()),
                              group.ports.end());
            if (group.nodes.size() > 1) groups.push_back(std::move(group));
        }
    }
    return groups;
}

}  // namespace clustersim
