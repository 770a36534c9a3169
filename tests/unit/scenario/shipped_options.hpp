// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/run_study.hpp"

namespace clustersim {

/// Runs with the machines, applications and mixes that ship.
inline RunOptions shipped_options() {
    std::filesystem::path const root = PROJECT_DIR;
    RunOptions options;
    options.library = {
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    return options;
}

}  // namespace clustersim
