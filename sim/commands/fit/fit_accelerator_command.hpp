// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `accelerator`, a subcommand of `fit`.
void add_fit_accelerator(Command& fit, CommandContext& context);

}  // namespace clustersim
