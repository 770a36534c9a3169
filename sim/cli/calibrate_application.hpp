// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// `calibrate application`, below `calibrate`.
void add_calibrate_application(CLI::App& calibrate, CommandContext& context);

}  // namespace clustersim
