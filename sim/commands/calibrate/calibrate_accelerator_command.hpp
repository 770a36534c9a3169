// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `accelerator`, a subcommand of `calibrate`.
void add_calibrate_accelerator(CLI::App& calibrate, CommandContext& context);

}  // namespace clustersim
