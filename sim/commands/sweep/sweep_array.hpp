// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/batch_system.hpp"
#include "sim/study/work.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace clustersim {

/// A sweep as a job array: task K computes part K of N.
struct SweepArray {
    std::size_t tasks = 1;
    int retries = 3;               ///< more submissions of a task that ended without its part
    std::filesystem::path script;  ///< of the array
    /// The file of a part, from 1. It exists when the part is complete, and not before.
    std::function<std::filesystem::path(std::size_t)> part;
    /// The output of a task, for messages.
    std::function<std::filesystem::path(std::size_t)> log;
    std::filesystem::path journal;  ///< remembers the submitted jobs, one a line
};

struct ArrayWatch {
    Work work;                                    ///< counts parts; the array computes them
    std::function<void()> wait;                   ///< until the next look at the batch system
    std::function<void(std::string const&)> say;  ///< what was submitted, and why again
};

/// Submits the tasks without a complete part, waits for them, and submits those again that end without one. Jobs that an
/// earlier call submitted are waited for, not submitted again. Returns false if interrupted; the jobs continue then.
/// Errors: the batch system refuses the job; a task failed too often.
Result<bool> run_array(SweepArray const& array, BatchSystem& batch, ArrayWatch const& watch);

}  // namespace clustersim
