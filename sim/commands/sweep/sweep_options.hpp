// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/sweep/slurm_sweep_command.hpp"
#include "sim/commands/sweep/sweep.hpp"
#include "sim/commands/sweep/sweep_plan_option.hpp"
#include "sim/study/study_question.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// Who computes the points.
enum class Executor { local, slurm };

/// What `sweep` is asked.
struct SweepCommand {
    StudyQuestion study;
    unsigned workers = 0;
    std::string out;
    std::filesystem::path report;
    bool resume = false;
    std::string part_text;
    SweepPart part;
    std::vector<std::string> merge;
    Executor executor = Executor::local;
    SlurmSweepOptions slurm;
    SweepPlanOptions plan;
};

/// Adds all options of `sweep`. The command must outlive the parsing.
void add_sweep_options(Command& sub, SweepCommand& command);

/// Checks options that need others.
Result<void> check_options(SweepCommand const& command);

}  // namespace clustersim
