// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_plan_option.hpp"

#include "sim/commands/sweep/planned_sweep.hpp"
#include "sim/commands/sweep/sweep_plan_text.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/scenario/given_path.hpp"

#include <ctime>

namespace clustersim {
namespace {

/// Processor time of all threads, which other processes on the machine do not change.
double processor_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

void print_sweep_plan(SweepPlanOptions const& options,
                      StudyQuestion const& study,
                      RunOptions const& run,
                      CommandContext& context) {
    PlannedSweepQuestion question;
    question.scenario = study.file;
    question.settings = study.settings();
    question.system = given_path(options.system, run.library.scenario_folder);
    question.partition = options.partition;
    if (!options.core_time.empty())
        question.core_time = seconds(parse_quantity(options.core_time, Dimension::time).value());
    auto const found = plan_scenario_sweep(question, run, processor_seconds);
    PlannedSweepAnswer const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    SweepPlanQuestion planned = answer->question;
    planned.system = options.system;
    context.print(sweep_plan_text(planned, answer->plan, study.file.path.string(), options.format));
}

}  // namespace clustersim
