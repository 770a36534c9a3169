// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_plan_option.hpp"

#include "sim/commands/sweep/sweep_pilot.hpp"
#include "sim/commands/sweep/sweep_plan_text.hpp"
#include "sim/core/human.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/scenario/given_path.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <optional>

namespace clustersim {
namespace {

/// Processor time of all threads, which other processes on the machine do not change.
double processor_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The replicates of the first point; a precision may need more.
double replicates_of(Sweep const& sweep) {
    ConfigNode const document = sweep.variant(1).document;
    ConfigNode const* replicates = document.find("replicates");
    return replicates == nullptr ? 1.0 : std::strtod(replicates->scalar.c_str(), nullptr);
}

/// Nothing if interrupted.
std::optional<Duration> measured_time(Sweep const& sweep, CommandContext& context) {
    std::vector<SweepQueue> const queues = queues_of(sweep.grid);
    auto const costs = measure_costs(sweep, queues, processor_seconds, context.interrupted);
    if (!costs) return std::nullopt;
    double const replicates = replicates_of(sweep);
    std::size_t const points = sweep.grid.size() - sweep.impossible;
    context.remark(fmt::format("measured here: {} for each of {} {}, and {} for each of {:.0f} "
                               "replicates of it; {} for each point, and {} in each replicate\n",
                               human(seconds(costs->queue)),
                               queues.size(),
                               queues.size() == 1 ? "queue" : "queues",
                               human(seconds(costs->queue_replicate)),
                               replicates,
                               human(seconds(costs->point)),
                               human(seconds(costs->point_replicate))));
    return seconds(core_seconds(*costs, queues.size(), points, replicates));
}

}  // namespace

void print_sweep_plan(SweepPlanOptions const& options,
                      StudyQuestion const& study,
                      RunOptions const& run,
                      CommandContext& context) {
    auto document = read_document(study);
    if (context.value_of(document) == nullptr) return;
    auto sweep = read_sweep(*document, run.library, run.work);
    if (context.value_of(sweep) == nullptr) return;
    SweepPlanQuestion question;
    question.points = sweep->grid.size();
    question.system = given_path(options.system, run.library.scenario_folder);
    question.partition = options.partition;
    if (options.core_time.empty()) {
        auto const measured = measured_time(*sweep, context);
        if (!measured) {
            context.set_interrupted();
            return;
        }
        question.core_time = *measured;
    } else {
        question.core_time = seconds(parse_quantity(options.core_time, Dimension::time).value());
    }
    auto plan = plan_sweep(question, run);
    if (context.value_of(plan) == nullptr) return;
    context.report(plan->warnings);
    if (!plan->complete) {
        context.set_interrupted();
        return;
    }
    question.system = options.system;
    context.print(sweep_plan_text(question, *plan, study.file.path.string(), options.format));
}

}  // namespace clustersim
