// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/storage/store.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// What the nodes read until a program runs.
struct SoftwareFiles {
    Bytes image{};           ///< of a container; 0: loose files
    Bytes read{};            ///< that the start reads, on each node
    double files = 0.0;      ///< loose files that the start opens, on each node
    double stripes = 1.0;    ///< storage targets of the image
    bool broadcast = false;  ///< the image is first copied to a store of every node, as by sbcast
};

/// The time until the program runs on all nodes, by its parts, one after the other.
struct SoftwareStart {
    Duration copy{};    ///< of a broadcast
    Duration read{};    ///< from the shared file system, or from the node's copy
    Duration open{};    ///< of loose files
    Duration unpack{};  ///< decompression of what is read from an image

    [[nodiscard]] Duration total() const { return copy + read + open + unpack; }
};

/// Bytes that the start of a program reads from its image, unless they are known.
Bytes usual_read(Bytes image);

/// `near` is the store of the nodes that a broadcast copies to, else `from`.
SoftwareStart software_start(SoftwareFiles const& files,
                             Store const& from,
                             Store const& near,
                             int nodes,
                             double store_share);

}  // namespace clustersim
