// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/in_node_tuning.hpp"
#include "sim/core/quantity.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace clustersim {

/// How a communication library moves data, for small, medium and large messages: words with a flag
/// each (LL), lines of 128 bytes with a flag (LL128), whole chunks followed by a memory fence
/// (Simple).
enum class Protocol { low_latency, low_latency_128, simple };
constexpr std::size_t protocol_count = 3;

/// Costs of one protocol, relative to the latencies and achieved bandwidths of the node's links and
/// ports.
struct ProtocolTuning {
    Duration start{};  ///< of one collective: kernel and library
    double ring_step =
        1.0;  ///< one step of a ring between two devices of a node, times link.latency
    double tree_step = 1.0;     ///< the same along a tree's chain in the node
    double ring_hop = 1.0;      ///< one step of a ring between two nodes, times nic.latency
    double tree_hop = 1.0;      ///< the same between a tree's nodes
    double link_share = 1.0;    ///< share of the link bandwidth that large messages reach
    double nic_share = 1.0;     ///< share of the port bandwidth that large messages reach
    bool between_nodes = true;  ///< whether the library offers it there
};

/// Reduction inside the switch of a node (NVLink SHARP).
struct InSwitchTuning {
    Duration start{};
    double share = 0.0;  ///< bytes reduced per second over NodeLink::per_device
};

/// Efficiency of a communication library on a node's links. The defaults are the constants of NCCL's public
/// tuning model (NVIDIA/nccl, src/graph/tuning.cc, 2.18 to 2.22): base latencies 6.6, 14 and 8.4 us; steps
/// over NVLink 0.6, 1.9 and 3.4 us in rings, 0.6, 1.25 and 4 us in trees; steps over the network 2.7, 4 and
/// 14 us in rings, 5, 8.5 and 14 us in trees, here as multiples of 0.6 and 2.7 us. LL sends 4 of 8 bytes and
/// keeps few of them in flight (that model caps it at 20 to 88 GB/s), LL128 sends 120 of 128.
struct CollectiveTuning {
    std::array<ProtocolTuning, protocol_count> protocols{{
        {Duration::from_si(6.6e-6), 1.0, 1.0, 1.0, 1.85, 0.35, 0.17},
        {Duration::from_si(14.0e-6), 3.17, 2.08, 1.48, 3.15, 0.6, 0.45},
        {Duration::from_si(8.4e-6), 5.67, 6.67, 5.19, 5.19, 1.0, 1.0},
    }};
    Duration ramp{};                           ///< time added once messages fill all channels
    Bytes ramp_half = Bytes::from_si(1536.0);  ///< message size at which half of it is added
    double tree_overlap =
        0.5;  ///< share of a tree's work in the node that its network traffic hides
    std::optional<double>
        send_share;  ///< share of line rate that one message reaches; none: Nic::achievable
    std::optional<InSwitchTuning> in_switch;
    std::optional<InNodeTuning> in_node;  ///< of a class of links that was measured
    bool balanced_trees = false;  ///< trees in the node are balanced and binary instead of chains
    /// Host time to launch the kernel of one device, if one process drives all devices of a node.
    Duration launch = Duration::from_si(4e-6);

    [[nodiscard]] ProtocolTuning const& of(Protocol protocol) const {
        return protocols[static_cast<std::size_t>(protocol)];
    }
    [[nodiscard]] ProtocolTuning& of(Protocol protocol) {
        return protocols[static_cast<std::size_t>(protocol)];
    }
};

}  // namespace clustersim
