// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `mix`, a subcommand of `fit`.
void add_fit_mix(Command& fit, CommandContext& context);

}  // namespace clustersim
