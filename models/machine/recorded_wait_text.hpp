// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/recorded_wait.hpp"

#include <span>
#include <string>

namespace clustersim {

/// "from 12 recorded waits of 2025 to 2026".
std::string number_and_years(std::span<RecordedWait const> records);

}  // namespace clustersim
