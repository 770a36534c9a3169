// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <filesystem>

namespace clustersim {

/// Checks that a file holds answers of the same sweep. The error says what has changed: the version of the program,
/// values of the scenario, or what it reads.
Result<void> check_same_sweep(std::filesystem::path const& file,
                              SweepIdentity const& stored,
                              SweepIdentity const& asked);

}  // namespace clustersim
