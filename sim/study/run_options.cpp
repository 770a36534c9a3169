// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_options.hpp"

namespace clustersim {

bool run_tasks(RunOptions const& options,
               std::size_t count,
               Work::Progress const& progress,
               std::function<void(std::size_t)> const& task) {
    if (options.tasks != nullptr) return options.tasks->run(count, task);
    return run_parallel(count, options.work.telling(progress), task);
}

}  // namespace clustersim
