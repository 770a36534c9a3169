// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace clustersim::slurm {

/// What has happened that the schedulers are to look at. Times are seconds, unless named otherwise.
struct Triggers {
    std::int64_t changed = INT64_MIN;         ///< stamp of the last change that backfill looks for
    std::uint64_t changes = 0;                ///< that may alter who starts when, ever
    std::uint64_t pass = 0;                   ///< number of the present pass or cycle
    std::int64_t last_activity = 0;           ///< a submission, a start or an end
    std::int32_t requests = 0;                ///< for the main scheduler, since its last pass
    std::int64_t direct_pass_ms = INT64_MAX;  ///< a pass outside the loop is due (spec 3.1)
};

}  // namespace clustersim::slurm
