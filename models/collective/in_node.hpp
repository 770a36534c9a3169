// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "models/machine/collective_tuning.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

struct InNodeTime {
    Duration time{};
    Protocol protocol = Protocol::simple;
};

/// Whether the costs of NCCL between the devices of the group are known: one node, of measured links.
bool measured_in_node(Group const& group, Network const& network);

/// The time of a ring in such a node, with the protocol that NCCL chooses there; it goes around once for a gather or scatter,
/// twice for an all-reduce. Nothing if the devices form no ring.
std::optional<InNodeTime>
ring_in_node(double rounds, Bytes size, Group const& group, Network const& network);
/// The same if every device gets the whole message, in a pipeline.
std::optional<InNodeTime> pipeline_in_node(Bytes size, Group const& group, Network const& network);
/// The sum of more than four devices in the switch; nothing if it is not possible.
std::optional<Duration> switch_in_node(Bytes size, Group const& group, Network const& network);
/// Each of `size` bytes cut into parts for all members.
InNodeTime pairs_in_node(Bytes size, Group const& group, Network const& network);
/// One message of each pair. Nothing if the two have no link.
std::optional<InNodeTime> message_in_node(Bytes size, Group const& group, Network const& network);

}  // namespace clustersim
