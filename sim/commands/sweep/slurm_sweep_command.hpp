// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/study/study_question.hpp"
#include "sim/study/sweep/sweep_store.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

/// The options of `sweep --executor slurm`.
struct SlurmSweepOptions {
    std::size_t tasks = 0;  ///< of the array; 0: as before, or 8
    int retries = 3;
    double poll = 10.0;               ///< s between two looks at the array
    std::vector<std::string> sbatch;  ///< options for sbatch
};

/// Answers all points of a sweep with a job array and adds them to the store. The parts, the script and the output of
/// the tasks are in `out` + ".parts", which must be on a file system that the nodes share. Each task has `workers` threads,
/// 0: one for each CPU that it gets. False after an error, and if interrupted; the array continues then, and the next
/// call waits for it.
bool sweep_by_slurm(SlurmSweepOptions const& options,
                    StudyQuestion const& study,
                    unsigned workers,
                    std::string const& out,
                    SweepStore& store,
                    CommandContext& context);

/// Checks that the folder of the parts is free, or of an earlier call.
Result<void> check_parts(std::string const& out);

/// Removes the parts of a sweep that is finished, and their folder unless it holds anything else.
void remove_parts(std::string const& out);

}  // namespace clustersim
