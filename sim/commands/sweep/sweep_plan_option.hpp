// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/report/format.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study_question.hpp"

#include <string>

namespace clustersim {

/// The options of `sweep --plan`.
struct SweepPlanOptions {
    bool asked = false;
    std::string system;
    std::string partition;
    std::string core_time;  ///< empty: measured
    Format format = Format::table;
};

/// Prints what the sweep of a scenario needs on a machine.
void print_sweep_plan(SweepPlanOptions const& options,
                      StudyQuestion const& study,
                      RunOptions const& run,
                      CommandContext& context);

}  // namespace clustersim
