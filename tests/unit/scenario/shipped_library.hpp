// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"

namespace clustersim {

/// The machines and applications that ship.
inline Library shipped_library() {
    std::filesystem::path const root = PROJECT_DIR;
    return {.systems = root / "systems",
            .applications = root / "workloads/applications",
            .mixes = root / "workloads/mixes",
            .scenario_folder = {}};
}

}  // namespace clustersim
