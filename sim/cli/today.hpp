// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/date.hpp"

#include <chrono>

namespace clustersim {

/// The day of the question, by the clock of the machine that answers it.
inline Date today() {
    return std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
}

}  // namespace clustersim
