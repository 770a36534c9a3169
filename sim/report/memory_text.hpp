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

}  // namespace clustersim
