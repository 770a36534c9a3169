// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `mix`, a subcommand of `fit`.
void add_fit_mix(CLI::App& fit, CommandContext& context);

}  // namespace clustersim
