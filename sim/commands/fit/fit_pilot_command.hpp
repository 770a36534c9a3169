// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `pilot`, a subcommand of `fit`.
void add_fit_pilot(Command& fit, CommandContext& context);

}  // namespace clustersim
