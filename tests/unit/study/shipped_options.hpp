// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/run_options.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

namespace clustersim {

/// Runs with the machines, applications and mixes that ship.
inline RunOptions shipped_options() {
    RunOptions options;
    options.timeline = true;
    options.library = shipped_library();
    return options;
}

}  // namespace clustersim
