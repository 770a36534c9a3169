// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Bytes that begin to share links at `begin`.
struct Transfer {
    Bytes bytes{};
    Duration begin{};
};

/// When each transfer ends if links are shared max-min fairly at every instant. Every route crosses
/// links with capacity, or none: then the transfer takes no time. The one place that knows SimGrid.
std::vector<Duration> simgrid_completion_times(std::span<Bandwidth const> capacities,
                                               Routes const& routes,
                                               std::span<Transfer const> transfers);

}  // namespace clustersim
