// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/learning_options.hpp"

#include "sim/cli/progress.hpp"

#include <algorithm>
#include <memory>
#include <thread>

namespace clustersim {

LearningOptions learning_options(unsigned workers, CommandContext& context) {
    LearningOptions options;
    options.workers = workers > 0 ? workers : std::max(1U, std::thread::hardware_concurrency());
    options.interrupted = context.interrupted;
    if (!context.quiet && context.messages != MessageFormat::json) {
        auto jobs = std::make_shared<ProgressLine>("jobs simulated");
        context.show_progress(jobs);
        options.simulation_progress = [jobs](std::size_t done, std::size_t all) {
            jobs->show(done, all);
        };
        auto line = std::make_shared<ProgressLine>("fits");
        context.show_progress(line);
        options.progress = [line](std::size_t done, std::size_t all) { line->show(done, all); };
    }
    return options;
}

}  // namespace clustersim
