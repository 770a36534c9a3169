// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/memory.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <string>

namespace clustersim {

/// "62.1 of 80 GB (78 %)"; the amount alone if the device is unknown.
inline std::string used_memory(MemoryUse const& use) {
    if (use.device <= Bytes{}) return human(use.total());
    return fmt::format(
        "{} of {} ({:.0f} %)", human(use.total()), human(use.device), 100.0 * use.share());
}

/// For the cells of a table whose heading has device_memory(): "53.3 GB (78 %)".
inline std::string memory_cell(MemoryUse const& use) {
    if (use.device <= Bytes{}) return human(use.total());
    return fmt::format("{} ({:.0f} %)", human(use.total()), 100.0 * use.share());
}

/// ", 68.7 GB"; empty if the device is unknown.
inline std::string device_memory(MemoryUse const& use) {
    return use.device > Bytes{} ? ", " + human(use.device) : std::string();
}

}  // namespace clustersim
