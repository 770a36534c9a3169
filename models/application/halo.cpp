// SPDX-License-Identifier: Apache-2.0
//
// Exchange of halos in three dimensions.
//
// Equation. The problem is cut into n = nx ny nz blocks for the nodes and each of these into p = px py pz for the
// processes. A face across the x axis has plane / (ny nz) for a node and plane / (ny py nz pz) for a process. Per
// axis with more than one block, two faces leave the block. Time = sum over the axes of the latencies, and the
// larger of the node's faces over its ports and of the process's faces over its link in the node.
// Source. Domain decomposition as in Gropp, Lusk, Skjellum, "Using MPI" (1999), chapter 4, in three dimensions.
// Domain. Cubes with periodic boundaries, one exchange along each axis after the other; packing the faces takes no
// time.
#include "models/application/halo.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace clustersim {
namespace {

/// Faces across one axis over the plane: 1 over the product of the other two axes.
double face(BlockGrid const& grid, std::size_t axis) {
    return 1.0 / (static_cast<double>(grid[(axis + 1) % 3]) * grid[(axis + 2) % 3]);
}

}  // namespace

BlockGrid block_grid(int blocks) {
    BlockGrid best{blocks, 1, 1};
    double least = std::numeric_limits<double>::infinity();
    for (int x = 1; x * x * x <= blocks; ++x) {
        if (blocks % x != 0) continue;
        int const rest = blocks / x;
        for (int y = x; y * y <= rest; ++y) {
            if (rest % y != 0) continue;
            int const z = rest / y;
            // Surface of a block of the unit cube, halved.
            double const surface =
                1.0 / (double(x) * y) + 1.0 / (double(y) * z) + 1.0 / (double(x) * z);
            if (surface >= least) continue;
            least = surface;
            best = {z, y, x};
        }
    }
    return best;
}

Duration halo_time(Bytes plane, int nodes, int processes, Network const& network) {
    BlockGrid const of_nodes = block_grid(nodes);
    BlockGrid in_node = block_grid(processes);
    // The coarsest axis of the nodes is cut most inside them.
    std::ranges::sort(in_node, std::less<>{});
    BlockGrid all{};
    for (std::size_t axis = 0; axis < 3; ++axis) all[axis] = of_nodes[axis] * in_node[axis];
    Bytes through_ports{};
    Bytes through_links{};
    Duration latency{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (of_nodes[axis] > 1) {
            through_ports += plane * (2.0 * face(of_nodes, axis));
            latency += network.nic_latency;
        }
        if (in_node[axis] > 1) {
            through_links += plane * (2.0 * face(all, axis));
            latency += network.device_latency;
        }
    }
    Duration time{};
    if (through_ports > Bytes{})
        time = through_ports / (network.nic_send * static_cast<double>(network.nics));
    if (through_links > Bytes{}) time = std::max(time, through_links / network.device);
    return time + latency;
}

}  // namespace clustersim
