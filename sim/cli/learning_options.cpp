// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/learning_options.hpp"

namespace clustersim {

LearningOptions learning_options(unsigned workers, CommandContext& context) {
    LearningOptions options;
    options.work = context.work(workers, "fits");
    options.simulation_progress = context.counter("jobs simulated");
    return options;
}

}  // namespace clustersim
