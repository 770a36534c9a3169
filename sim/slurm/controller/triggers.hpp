// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/controller/moment.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// What has happened that the schedulers are to look at.
struct Triggers {
    std::optional<Instant> changed;     ///< stamp of the last change that backfill looks for
    std::uint64_t changes = 0;          ///< that may alter who starts when, ever
    std::uint64_t pass = 0;             ///< number of the present pass or cycle
    Instant last_activity;              ///< a submission, a start or an end
    std::int32_t requests = 0;          ///< for the main scheduler, since its last pass
    std::optional<Moment> direct_pass;  ///< a pass outside the loop is due (spec 3.1)
};

}  // namespace clustersim::slurm
