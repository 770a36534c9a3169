// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/core_mask.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// What a job holds of one node.
struct NodeShare {
    std::int32_t node = 0;
    std::int32_t cpus = 0;  ///< charged
    std::int64_t memory_mb = 0;
    std::uint64_t devices = 0;  ///< bit i: device i of the node, in the order of NodeRecord::gres
};

/// Resources of a node that are only counted (counted_gres.hpp) and that a job holds.
struct CountedShare {
    std::int32_t node = 0;
    std::int32_t counter = 0;  ///< index into counted_names()
    std::int64_t amount = 0;
};

/// The resources that a job holds, by ascending node index.
struct Allocation {
    std::vector<NodeShare> nodes;
    std::vector<CoreMask> cores;        ///< of each node; empty if the job has whole nodes
    std::vector<CountedShare> counted;  ///< none if the job has whole nodes
    bool whole_nodes = false;  ///< every core, device and (with CR_Memory) the requested memory
    std::int32_t cpus = 0;     ///< over all nodes
};

/// The nodes of an allocation on a cluster of `universe` nodes.
inline NodeSet node_set(Allocation const& allocation, std::size_t universe) {
    NodeSet nodes(universe);
    for (auto const& share : allocation.nodes) nodes.insert(share.node);
    return nodes;
}

}  // namespace clustersim::slurm
