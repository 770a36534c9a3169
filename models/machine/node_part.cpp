// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_part.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace clustersim {

NodeType part_of_node(NodeType node, int devices) {
    CS_ENSURE(devices >= 0 && devices <= node.gpus, "a part of a node has at most its devices");
    auto const all = static_cast<std::size_t>(node.gpus);
    auto const part = static_cast<std::size_t>(devices);
    node.nic.nic_of_gpu.resize(std::min(node.nic.nic_of_gpu.size(), part));
    if (!node.link.wires.empty()) {
        std::vector<int> wires;
        wires.reserve(part * part);
        for (std::size_t i = 0; i < part; ++i)
            for (std::size_t j = 0; j < part; ++j) wires.push_back(node.link.wires[i * all + j]);
        node.link.wires = std::move(wires);
    }
    node.gpus = devices;
    return node;
}

}  // namespace clustersim
