// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/tres.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace clustersim::slurm {

/// Puts "cpu=4,mem=10G,gres/gpu=2" into limits, as sacctmgr does: mem in MB unless a unit is given,
/// -1 clears one, what is not named stays. All problems in one text, and then nothing is changed.
tl::expected<void, std::string>
apply_tres_limits(std::string_view text, TresTable const& table, TresLimits& limits);

}  // namespace clustersim::slurm
