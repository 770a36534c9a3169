// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// Runs task(0) … task(count - 1) on `workers` threads. Each task writes only its own result, so the answer does not
/// depend on the number of workers. Starts no more tasks once `interrupted` returns true. Returns true if every task
/// ran. `progress` is called before the first one and after each, by one thread at a time. Both callbacks may be empty.
bool run_parallel(std::size_t count,
                  unsigned workers,
                  std::function<bool()> const& interrupted,
                  std::function<void(std::size_t, std::size_t)> const& progress,
                  std::function<void(std::size_t)> const& task);

}  // namespace clustersim
