// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `application`, a subcommand of `calibrate`.
void add_calibrate_application(Command& calibrate, CommandContext& context);

}  // namespace clustersim
