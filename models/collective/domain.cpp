// SPDX-License-Identifier: Apache-2.0
//
// Domains of links that reach over several nodes, such as the 72 devices of the eighteen trays of an NVL72.
//
// Source. The placement of jobs: --segment of Slurm's topology/block, and the configurations of MLPerf Training v5.1
// (SEGMENT=16 or 18 trays of GB200 and GB300).
// Domain. All parts of a job are taken as equally large.
#include "models/collective/domain.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace clustersim {
namespace {

int divided_up(int nodes, int parts) {
    return std::max(1, (nodes + parts - 1) / parts);
}

}  // namespace

int domain_nodes(NodeType const& type) {
    return type.gpus > 0 ? type.linked_devices() / type.gpus : 1;
}

int linked_nodes(NodeType const& type, int nodes, Spread spread) {
    int const domain = domain_nodes(type);
    if (domain == 1) return 1;
    if (spread == Spread::scattered) return divided_up(nodes, std::max(1, type.nodes / domain));
    if (nodes <= domain) return std::max(1, nodes);
    for (int part = domain; 2 * part >= domain; --part)
        if (nodes % part == 0) return part;
    return divided_up(nodes, divided_up(nodes, domain));
}

int linked_nodes(NodeType const& type, std::span<int const> nodes) {
    std::set<int> domains;
    for (int const node : nodes) domains.insert(node / domain_nodes(type));
    return divided_up(static_cast<int>(nodes.size()),
                      static_cast<int>(std::max<std::size_t>(domains.size(), 1)));
}

NodeType with_links_of(NodeType type, int linked) {
    if (domain_nodes(type) > 1) type.link.domain = std::max(1, linked) * type.gpus;
    return type;
}

}  // namespace clustersim
