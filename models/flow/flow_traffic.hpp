// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/flow_network.hpp"
#include "models/flow/simgrid_engine.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// One message. Its first byte leaves at `start` and arrives after the latencies of its route; from then
/// on the message shares links until its last byte arrives.
struct Flow {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Bytes bytes{};
    Duration start{};
};

/// When each flow ends, counted from the same zero as the starts. Flow i takes the network's route of
/// flow number i. Reports flows with negative or infinite bytes or starts, the problems of route_all,
/// and if SimGrid cannot be started.
Result<std::vector<Duration>> completion_times(FlowNetwork const& network,
                                               std::span<Flow const> flows);

/// The same for transfers with known routes over links with capacity; the caller adds latencies. Fails
/// (cannot_read) if SimGrid's process has ended.
Result<std::vector<Duration>> completion_times(SimGridEngine& engine,
                                               std::span<Bandwidth const> capacities,
                                               Routes const& routes,
                                               std::span<Transfer const> transfers);

}  // namespace clustersim
