// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/dependency_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim {

/// A condition of a job on another one of the scenario (`sbatch --dependency`).
struct JobCondition {
    slurm::DependencyType type = slurm::DependencyType::afterok;
    std::string job;           ///< the name of the other job
    std::int64_t minutes = 0;  ///< of `start`: counted from the other job's start
    ConfigNode place;          ///< for messages about it
};

/// How often a job is submitted, and what it waits for.
struct SubmissionForm {
    std::int32_t count = 1;     ///< equal, independent jobs
    slurm::ArrayRequest array;  ///< `sbatch --array`: "0-99%10"
    std::int32_t array_tasks = 1;
    std::vector<JobCondition> after;
    bool singleton = false;  ///< at most one job of this name runs at one time

    /// The jobs that run in the end.
    [[nodiscard]] std::int32_t tasks() const { return count * array_tasks; }
    /// Whether it may become eligible to start only some time after its submission.
    [[nodiscard]] bool waits_for_jobs() const {
        return !after.empty() || singleton || (array.limit > 0 && array.limit < array_tasks);
    }
};

}  // namespace clustersim
