// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Bytes that begin to share links at `begin`.
struct Transfer {
    Bytes bytes{};
    Duration begin{};
};

/// Writes when each transfer ends; `ends` has as many places as there are transfers.
using TransferTimes = void(std::span<Bandwidth const> capacities,
                           Routes const& routes,
                           std::span<Transfer const> transfers,
                           std::span<Duration> ends);

/// SimGrid, which is loaded by whoever asks first: its libraries would cost every start of the program
/// some 20 ms and 30 MB.
class SimGridEngine {
  public:
    /// Fails (cannot_read) if the shared object that holds SimGrid, or a library that it needs, cannot be loaded.
    static Result<SimGridEngine> load();

    /// When each transfer ends if links are shared max-min fairly at every instant. Every route crosses
    /// links with capacity, or none: then the transfer takes no time.
    [[nodiscard]] std::vector<Duration> completion_times(std::span<Bandwidth const> capacities,
                                                         Routes const& routes,
                                                         std::span<Transfer const> transfers) const;

  private:
    explicit SimGridEngine(TransferTimes* transfer_times) : transfer_times_(transfer_times) {}

    TransferTimes* transfer_times_;
};

}  // namespace clustersim
