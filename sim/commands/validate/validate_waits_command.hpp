// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

class Command;

/// Adds `waits`, a subcommand of `validate`.
void add_validate_waits(Command& validate, CommandContext& context);

}  // namespace clustersim
