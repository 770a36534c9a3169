// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/learning_options.hpp"

#include <algorithm>
#include <thread>

namespace clustersim {

LearningOptions learning_options(unsigned workers, CommandContext& context) {
    LearningOptions options;
    options.workers = workers > 0 ? workers : std::max(1U, std::thread::hardware_concurrency());
    options.interrupted = context.interrupted;
    options.simulation_progress = context.counter("jobs simulated");
    options.progress = context.counter("fits");
    return options;
}

}  // namespace clustersim
