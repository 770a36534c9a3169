// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/history/waits/learned_trees.hpp"

namespace clustersim {

/// How a command learns waits: on so many threads (0: one per core), interruptible, with a progress line of the fits.
LearningOptions learning_options(unsigned workers, CommandContext& context);

}  // namespace clustersim
