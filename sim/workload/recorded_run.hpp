// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>

namespace clustersim {

/// Runs of a trace beyond this are slips of its recorder: no centre keeps a job that long.
inline constexpr Seconds longest_recorded_run{std::int64_t{366} * 86400};

}  // namespace clustersim
