// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "models/flow/flow_network.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>

namespace clustersim {

/// Cost of one step of a collective on a placement.
struct PatternCost {
    /// The rate at which the busiest port could send or receive if only the links between switches
    /// limited it; infinite if no message crosses such a link.
    Bandwidth port_limit{};
    Duration latency{};  ///< mean over the messages' routes, ports included; 0 without messages
};

/// Cost of equal messages that all start together, given the capacity of each link. The first and the last
/// link of every route are ports. Exact under max-min sharing: the last of equal messages ends when the
/// most loaded link, in messages over capacity, has carried all its messages, because no message is ever
/// slower than those on that link. Every step of a ring has the same pattern, so one solution serves all
/// steps.
Result<PatternCost> pattern_cost(FlowNetwork const& network,
                                 std::span<EndpointPair const> messages,
                                 std::span<Bandwidth const> capacities);

/// The levels of a machine for the closed forms: the capacity that the placement leaves of a port and
/// the mean latency of its routes replace the tapers of a typical placement. `port_latency` is the
/// part that `quiet.nic_latency` already includes.
Network network_on_placement(Network quiet, PatternCost const& cost, Duration port_latency);

}  // namespace clustersim
