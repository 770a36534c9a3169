// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/tres.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace clustersim::slurm {

/// Sets limits from "cpu=4,mem=10G,gres/gpu=2", as sacctmgr does: mem in MB unless a unit is given;
/// -1 clears a limit; TRES that are not named stay unchanged. The error lists all problems; limits
/// are then unchanged.
tl::expected<void, std::string>
apply_tres_limits(std::string_view text, TresTable const& table, TresLimits& limits);

}  // namespace clustersim::slurm
