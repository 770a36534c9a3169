// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `application`, a subcommand of `calibrate`.
void add_calibrate_application(CLI::App& calibrate, CommandContext& context);

}  // namespace clustersim
