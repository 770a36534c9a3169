// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/planned_sweep.hpp"

#include "sim/commands/sweep/sweep_pilot.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// The replicates of the first point; a precision may need more.
double replicates_of(Sweep const& sweep) {
    ConfigNode const document = sweep.variant(1).document;
    ConfigNode const* replicates = document.find("replicates");
    return replicates == nullptr ? 1.0 : std::strtod(replicates->scalar.c_str(), nullptr);
}

/// The time of all points, by some that are measured; nothing if interrupted.
std::optional<Duration> measured_time(Sweep const& sweep,
                                      std::function<double()> const& clock,
                                      Work const& work,
                                      std::vector<std::string>& remarks) {
    std::vector<SweepQueue> const queues = queues_of(sweep.grid);
    auto const costs = measure_costs(sweep, queues, clock, work.interrupted);
    if (!costs) return std::nullopt;
    double const replicates = replicates_of(sweep);
    std::size_t const points = sweep.grid.size() - sweep.impossible;
    remarks.push_back(fmt::format("measured here: {} for each of {} {}, and {} for each of {:.0f} "
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

Answered<PlannedSweepAnswer> plan_scenario_sweep(PlannedSweepQuestion const& asked,
                                                 RunOptions const& options,
                                                 std::function<double()> const& clock) {
    Answered<PlannedSweepAnswer> out;
    auto sweep = read_scenario_document(asked.scenario, asked.settings)
                     .and_then([&](ConfigNode const& document) {
                         return read_sweep(document, options.library, options.work);
                     });
    if (out.value_of(sweep) == nullptr) return out;
    auto const time =
        asked.core_time ? asked.core_time : measured_time(*sweep, clock, options.work, out.remarks);
    if (!time) return out;
    SweepPlanQuestion question;
    question.points = sweep->grid.size();
    question.core_time = *time;
    question.system = asked.system;
    question.partition = asked.partition;
    auto plan = plan_sweep(question, options);
    if (out.value_of(plan) == nullptr) return out;
    out.problems.append(plan->warnings);
    if (plan->complete) out.answer = PlannedSweepAnswer{std::move(question), std::move(*plan)};
    return out;
}

}  // namespace clustersim
