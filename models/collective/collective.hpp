// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "models/collective/shape.hpp"
#include "sim/core/quantity.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace clustersim {

enum class Collective { all_reduce, all_gather, reduce_scatter, broadcast, all_to_all, send_recv };
enum class Algorithm { ring, tree, hierarchical, in_switch, pairwise };

/// "all_reduce", … as nccl-tests names its programs, and "ring", …
std::span<std::pair<std::string_view, Collective> const> collective_names();
std::span<std::pair<std::string_view, Algorithm> const> algorithm_names();
std::string_view name_of(Collective collective);
std::string_view name_of(Algorithm algorithm);
std::string_view name_of(Protocol protocol);

/// The algorithms among which a library chooses by itself.
std::span<Algorithm const> automatic_algorithms(Collective collective);
/// Whether the collective has this algorithm.
bool has_algorithm(Collective collective, Algorithm algorithm);
/// The shape of an algorithm; `possible` is false if the collective does not have it or the devices
/// are not wired for it.
Shape shape_of(Collective collective,
               Algorithm algorithm,
               Group const& group,
               Network const& network);

/// The fastest algorithm for a message.
struct FastestAlgorithm {
    Duration time{};
    Algorithm algorithm = Algorithm::ring;
    Protocol protocol = Protocol::simple;
};

/// The networks of different algorithms: on a placement, trees take other routes than the rest.
struct AlgorithmNetworks {
    Network const* tree = nullptr;
    Network const* others = nullptr;
    [[nodiscard]] Network const& of(Algorithm algorithm) const {
        return algorithm == Algorithm::tree ? *tree : *others;
    }
};

/// The least time over the given algorithm (if none, over all automatic ones) and all protocols that the
/// library offers, as NCCL's tuner chooses. Its constants do not include the network's carrier; the time does. `size` as nccl-tests counts it: the whole buffer of a reduction or broadcast,
/// the total that is gathered or scattered, one member's buffer of an all-to-all, one message. Zero for
/// a group of one member.
FastestAlgorithm choose(Collective collective,
                        Bytes size,
                        Group const& group,
                        Network const& network,
                        std::optional<Algorithm> algorithm = std::nullopt);

/// The same, each algorithm on its own network.
FastestAlgorithm choose(Collective collective,
                        Bytes size,
                        Group const& group,
                        AlgorithmNetworks const& networks,
                        std::optional<Algorithm> algorithm = std::nullopt);

/// Bus bandwidth over algorithm bandwidth, nccl-tests' PERFORMANCE.md: 2(n-1)/n for an all-reduce,
/// (n-1)/n if each part leaves its owner once, 1 for broadcasts and messages.
double bus_factor(Collective collective, int members);

/// Sums the `size` bytes of every member and leaves the result with every member.
Duration all_reduce(Bytes size, Group const& group, Network const& network);
/// Leaves 1/members of the sum with each member; `size` is the whole buffer.
Duration reduce_scatter(Bytes size, Group const& group, Network const& network);
/// Gives every member the whole buffer of `size` bytes from parts of size/members.
Duration all_gather(Bytes size, Group const& group, Network const& network);
/// Gives every member the buffer of one member.
Duration broadcast(Bytes size, Group const& group, Network const& network);
/// Gives member j part j of every member's buffer of `size` bytes.
Duration all_to_all(Bytes size, Group const& group, Network const& network);
/// One message between two devices, in the node or between nodes; `sharing` as in Group.
Duration send(Bytes size, bool same_node, int sharing, Network const& network);

}  // namespace clustersim
