// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/core/time.hpp"

#include <cstdint>
#include <string_view>

namespace clustersim::slurm {

/// A moment of a simulated queue as the user gives it.
struct NamedMoment {
    bool after_submission = false;  ///< relative to the submission of the study's jobs, not to the
                                    ///< start
    std::int64_t seconds = 0;
};

/// Parses "2d4h", "90m", "3600" (seconds), "submit", "submit+30m", "submit-1h" or a calendar time
/// such as "2026-01-03T12:00:00", which is relative to `origin`, the Unix time of Instant 0. Units:
/// w, d, h, m or min, s; largest first.
Result<NamedMoment> parse_moment(std::string_view text, std::int64_t origin);

}  // namespace clustersim::slurm
