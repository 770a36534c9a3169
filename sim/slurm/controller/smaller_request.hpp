// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/horizon.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A request and its simulated wait.
struct RequestTrial {
    std::string change;  ///< "as asked", "half the nodes"
    std::int32_t nodes = 1;
    std::optional<std::int64_t> limit_minutes;
    std::optional<Seconds> wait;  ///< absent: no start within the simulated time
};

/// Simulates how long a pending job would wait from now on with its request, and with fewer nodes
/// or less time, if no further jobs were submitted. Running jobs end at their actual end. Each
/// trial is a fork of `present` and simulates at most `horizon`. Empty if there is no such pending
/// job, or if it is an array.
std::vector<RequestTrial>
try_smaller_requests(Controller const& present, std::int32_t job_id, Horizon horizon);

}  // namespace clustersim::slurm
