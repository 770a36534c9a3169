// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace clustersim {

/// Seconds of a day.
inline constexpr std::int64_t day = 86400;

}  // namespace clustersim
