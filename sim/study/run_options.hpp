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
    unsigned workers = 1;
    TaskRunner* tasks = nullptr;   ///< the threads of a sweep, in place of own ones
    QueueStore* queues = nullptr;  ///< what earlier questions simulated of the same queues
    /// Also simulates the timeline of one queue, which a result folder holds, and records what the jobs of the first
    /// runs wait for.
    bool timeline = false;
    std::function<bool()> interrupted;                        ///< called regularly
    std::function<void(std::size_t, std::size_t)> progress;   ///< replicates done, of all
    std::function<void(std::size_t, std::size_t)> warming{};  ///< queues warmed up, of all
};

/// run_parallel() on the threads of the options.
bool run_tasks(RunOptions const& options,
               std::size_t count,
               std::function<void(std::size_t, std::size_t)> const& progress,
               std::function<void(std::size_t)> const& task);

}  // namespace clustersim
