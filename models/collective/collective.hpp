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

/// "all_reduce" … as nccl-tests names its programs, and "ring" …
std::span<std::pair<std::string_view, Collective> const> collective_names();
std::span<std::pair<std::string_view, Algorithm> const> algorithm_names();
std::string_view name_of(Collective collective);
std::string_view name_of(Algorithm algorithm);
std::string_view name_of(Protocol protocol);

/// The algorithms that a library chooses from by itself.
std::span<Algorithm const> automatic_algorithms(Collective collective);
/// Whether there is such an algorithm for the collective at all.
bool has_algorithm(Collective collective, Algorithm algorithm);
/// What an algorithm does; `possible` is false where it is none of the collective's or the devices are
/// not wired for it.
Shape shape_of(Collective collective,
               Algorithm algorithm,
               Group const& group,
               Network const& network);

/// The fastest algorithm that was found for a message.
struct Choice {
    Duration time{};
    Algorithm algorithm = Algorithm::ring;
    Protocol protocol = Protocol::simple;
};

/// What the messages of different algorithms meet: on a placement trees take other ways than the rest.
struct AlgorithmNetworks {
    Network const* tree = nullptr;
    Network const* others = nullptr;
    [[nodiscard]] Network const& of(Algorithm algorithm) const {
        return algorithm == Algorithm::tree ? *tree : *others;
    }
};

/// The least time over the algorithms given (all automatic ones when none) and all protocols, as NCCL's
/// tuner chooses. `size` as nccl-tests counts it: the whole buffer of a reduction and broadcast, what is
/// gathered or scattered in all, one member's buffer of an all-to-all, one message. Zero for a group of
/// one member.
Choice choose(Collective collective,
              Bytes size,
              Group const& group,
              Network const& network,
              std::optional<Algorithm> algorithm = std::nullopt);

/// The same, each algorithm on its own network.
Choice choose(Collective collective,
              Bytes size,
              Group const& group,
              AlgorithmNetworks const& networks,
              std::optional<Algorithm> algorithm = std::nullopt);

/// Bus bandwidth over algorithm bandwidth, nccl-tests' PERFORMANCE.md: 2(n-1)/n of an all-reduce,
/// (n-1)/n where each part leaves its owner once, 1 of broadcasts and messages.
double bus_factor(Collective collective, int members);

/// Sums `size` bytes held by every member and leaves the result with every member.
Duration all_reduce(Bytes size, Group const& group, Network const& network);
/// Leaves the sum's 1/members part with each member; `size` is the whole buffer.
Duration reduce_scatter(Bytes size, Group const& group, Network const& network);
/// Gives every member the whole buffer of `size` bytes from parts of size/members.
Duration all_gather(Bytes size, Group const& group, Network const& network);
/// Gives every member the buffer of one.
Duration broadcast(Bytes size, Group const& group, Network const& network);
/// Gives member j part j of every member's buffer of `size` bytes.
Duration all_to_all(Bytes size, Group const& group, Network const& network);
/// One message between two devices, in the node or between nodes; `sharing` as in Group.
Duration send(Bytes size, bool same_node, int sharing, Network const& network);

}  // namespace clustersim
