// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `accelerator`, a subcommand of `fit`.
void add_fit_accelerator(CLI::App& fit, CommandContext& context);

}  // namespace clustersim
