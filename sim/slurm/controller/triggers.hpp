// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/moment.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Events that the schedulers must react to.
struct Triggers {
    std::optional<Instant> changed;  ///< time stamp of the last change that triggers backfill
    std::uint64_t changes = 0;       ///< number of changes that may alter any start
    std::uint64_t pass = 0;          ///< number of the current pass or cycle
    Instant last_activity;  ///< a submission, a start or an end, of a job or of a reservation
    bool begin_time_noted =
        false;                  ///< the next pass finds a new BeginTime, which counts as a change
    std::int32_t requests = 0;  ///< requests for the main scheduler since its last pass
    std::optional<Moment> direct_pass;  ///< a pass outside the loop is due (spec 3.1)
};

}  // namespace clustersim::slurm
