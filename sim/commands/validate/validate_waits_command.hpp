// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"

namespace clustersim {

/// Adds `waits`, a subcommand of `validate`.
void add_validate_waits(CLI::App& validate, CommandContext& context);

}  // namespace clustersim
