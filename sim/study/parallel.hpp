// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/work.hpp"

#include <cstddef>
#include <functional>

namespace clustersim {

/// Threads that are shared by several loops of tasks.
class TaskRunner {
  public:
    TaskRunner() = default;
    virtual ~TaskRunner() = default;
    TaskRunner(TaskRunner const&) = delete;
    TaskRunner& operator=(TaskRunner const&) = delete;

    /// Runs task(0) … task(count - 1), with the calling thread among those that run them. Returns true if every task
    /// ran, false if interrupted.
    virtual bool run(std::size_t count, std::function<void(std::size_t)> const& task) = 0;
};

/// Runs task(0) … task(count - 1) on the workers. Each task writes only its own result, so the answer does not depend on
/// their number. Starts no more tasks once the work is interrupted. Returns true if every task ran. Its progress is
/// told before the first one and after each, by one thread at a time.
bool run_parallel(std::size_t count,
                  Work const& work,
                  std::function<void(std::size_t)> const& task);

}  // namespace clustersim
