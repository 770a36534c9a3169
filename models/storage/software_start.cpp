// SPDX-License-Identifier: Apache-2.0
//
// Start of a program from an image of a container, from its copy on the nodes, or from loose files.
//
// Equation. From an image with s stripes, each of n nodes reads r bytes at the rate that its targets give to n nodes and
// decompresses them, r / 509 MB/s. A broadcast first reads the whole image S on one node, then sends it in blocks down a tree
// with 8 branches: each block passes ceil(log8 n) levels, at each of which 8 copies leave a node, before the next one
// starts, so it takes 8 ceil(log8 n) S / b; the nodes then read r from their own store. F loose files take F (answer of the
// metadata server + a read at a random place), at least n F / opens, and r bytes.
// Source. Slurm, manual of sbcast: at most 8 branches, and "parallel file systems may provide better performance"; b = 1.25
// GB/s, a port of 10 Gb/s for the messages of Slurm, is an estimate. Decompression as in data_format.cpp. A start reads three
// tenths of its image, an estimate: no site publishes it.
// Domain. All nodes start at once with nothing in their page caches, one start a node: its processes find the files in
// memory. Python, libraries and communicators take more time after the files are read. No published row is held out.
#include "models/storage/software_start.hpp"

#include "models/storage/data_format.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double branches = 8.0;
constexpr double message_Bps = 1.25e9;
constexpr double read_share = 0.3;

Duration broadcast_time(
    SoftwareFiles const& files, Store const& from, Store const& near, int nodes, double share) {
    double const used = share_of_targets(from, 1.0, files.stripes);
    // With one node less than a level there still is one copy, to the node itself.
    double const levels =
        std::ceil(std::log(static_cast<double>(nodes)) / std::log(branches) - 1e-9);
    Duration const sent = files.image / bytes_per_second(message_Bps) * (branches * levels);
    Duration const written = files.image / write_rate(near, 1, 1.0);
    return files.image / read_rate(from, 1, share, used) + std::max(sent, written);
}

}  // namespace

Bytes usual_read(Bytes image) {
    return image * read_share;
}

SoftwareStart software_start(SoftwareFiles const& files,
                             Store const& from,
                             Store const& near,
                             int nodes,
                             double store_share) {
    CS_ENSURE(nodes >= 1, "some node starts the program");
    SoftwareStart start;
    if (files.image.si() > 0.0) {
        double const used = share_of_targets(from, 1.0, files.stripes);
        if (files.broadcast) start.copy = broadcast_time(files, from, near, nodes, store_share);
        start.read = files.read / (files.broadcast ? read_rate(near, 1, 1.0)
                                                   : read_rate(from, nodes, store_share, used));
        start.unpack = files.read / decompression_rate();
        return start;
    }
    Duration const alone = (open_latency(from) + from.latency) * files.files;
    start.open = std::max(alone, files.files / open_rate(from, nodes, store_share));
    start.read = files.read / read_rate(from, nodes, store_share);
    return start;
}

}  // namespace clustersim
