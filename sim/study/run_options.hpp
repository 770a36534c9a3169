// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/study/parallel.hpp"

#include <cstddef>
#include <functional>

namespace clustersim {

struct QueueStore;

struct RunOptions {
    Library library;
    Work work;                     ///< counts replicates
    TaskRunner* tasks = nullptr;   ///< the threads of a sweep, in place of own ones
    QueueStore* queues = nullptr;  ///< what earlier questions simulated of the same queues
    /// Also simulates the timeline of one queue, which a result folder holds, and records what the jobs of the first
    /// runs wait for.
    bool timeline = false;
    Work::Progress warming{};  ///< queues warmed up, of all
};

/// run_parallel() on the threads of the options.
bool run_tasks(RunOptions const& options,
               std::size_t count,
               Work::Progress const& progress,
               std::function<void(std::size_t)> const& task);

}  // namespace clustersim
