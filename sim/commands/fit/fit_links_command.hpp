// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `links`, a subcommand of `fit`.
void add_fit_links(Command& fit, CommandContext& context);

}  // namespace clustersim
