// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/routes.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <sys/types.h>
#include <vector>

namespace clustersim {

/// Bytes that are ready to be sent at `begin`.
struct Transfer {
    Bytes bytes{};
    Duration begin{};
};

/// SimGrid in its own process. SimGrid has one engine per process, and the last digits of an answer
/// depend on earlier queries to that engine. With one process each, callers in different threads do not
/// wait for each other, and the same queries in the same order give the same bytes. A process costs some
/// 20 ms, so it is only started if needed.
class SimGridEngine {
  public:
    /// Fails (cannot_read) if the program that contains SimGrid, or a library that it needs, is
    /// missing.
    static Result<SimGridEngine> start();

    SimGridEngine(SimGridEngine const&) = delete;
    SimGridEngine& operator=(SimGridEngine const&) = delete;
    SimGridEngine(SimGridEngine&& other) noexcept;
    SimGridEngine& operator=(SimGridEngine&& other) noexcept;
    ~SimGridEngine();

    /// When each transfer ends if links are shared max-min fairly at every instant. Every route crosses
    /// only links with capacity. A transfer whose route has no links takes no time. Fails (cannot_read)
    /// if the process has ended.
    Result<std::vector<Duration>> completion_times(std::span<Bandwidth const> capacities,
                                                   Routes const& routes,
                                                   std::span<Transfer const> transfers) const;

  private:
    SimGridEngine(int socket, pid_t process) : socket_(socket), process_(process) {}
    void stop() noexcept;

    int socket_ = -1;
    pid_t process_ = -1;
};

}  // namespace clustersim
