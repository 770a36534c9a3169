// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"
#include "models/flow/flow_network.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>

namespace clustersim {

/// What a placement makes of one step of a collective.
struct PatternCost {
    /// The rate at which the busiest port could send or receive if only the links between switches
    /// limited it; infinite where no message crosses one.
    Bandwidth port_limit{};
    Duration latency{};  ///< mean over the messages' routes, ports included; 0 without messages
};

/// Cost of equal messages that all start together, given what each link can carry. Every route's first and
/// last links are ports. Exact under max-min sharing: the last of equal messages ends when the most
/// loaded link, in messages over capacity, has carried all of its own, because no message is ever
/// slower than those on that link. Every step of a ring has the same pattern, so that one solution
/// serves all steps.
Result<PatternCost> pattern_cost(FlowNetwork const& network,
                                 std::span<EndpointPair const> messages,
                                 std::span<Bandwidth const> capacities);

/// The levels of a machine as the closed forms take them, with what the placement leaves of a port and
/// the mean latency of its routes in place of the tapers of a typical one. `port_latency` is what
/// `quiet.nic_latency` already counts.
Network network_on_placement(Network quiet, PatternCost const& cost, Duration port_latency);

}  // namespace clustersim
