// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A request and when it would have started.
struct RequestTrial {
    std::string change;  ///< "as asked", "half the nodes"
    std::int32_t nodes = 1;
    std::optional<std::int64_t> limit_minutes;
    std::optional<Seconds> wait;  ///< absent: not within the time that was looked at
};

/// How long a waiting job would wait, asked as it is and with fewer nodes or less time, from now on,
/// if nobody came after it: jobs that run end when they really do. Each trial is a fork of
/// `present`, looked at for at most `horizon`. Empty when there is no such job waiting, or when it is an
/// array.
std::vector<RequestTrial>
try_smaller_requests(Controller const& present, std::int32_t job_id, Seconds horizon);

}  // namespace clustersim::slurm
