// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `pilot`, a subcommand of `fit`.
void add_fit_pilot(CLI::App& fit, CommandContext& context);

}  // namespace clustersim
