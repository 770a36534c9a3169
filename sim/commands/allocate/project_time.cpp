// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/project_time.hpp"

#include "sim/core/human.hpp"
#include "sim/study/precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// How long the stages take on the nodes, one round of runs after another.
double time_on_nodes(PlannedProject const& one) {
    double sum = 0.0;
    for (PlannedStage const& stage : one.stages) {
        JobOutcome const& outcome = stage.choice->outcome();
        double const run =
            outcome.campaign_result && outcome.nodes > 0
                ? outcome.campaign_result->bill.node_hours.value * 3600.0 / outcome.nodes
                : outcome.runtime.value.si();
        sum += run * std::ceil(static_cast<double>(stage.stage->repeat) /
                               static_cast<double>(stage.stage->at_once));
    }
    return std::min(sum, one.time - one.pause);
}

}  // namespace

bool knows_median_time(PlannedProject const& one) {
    constexpr double widest = 2.0;
    double low = 0.0;
    double high = 0.0;
    for (PlannedStage const& stage : one.stages) {
        JobOutcome const& outcome = stage.choice->outcome();
        // Nothing to wait for.
        if (stage.choice->answer.terms.background.mix.empty()) continue;
        auto const wait = median_wait(outcome.samples, outcome.tasks);
        if (!wait) return false;
        double const rounds = std::ceil(static_cast<double>(stage.stage->repeat) /
                                        static_cast<double>(stage.stage->at_once));
        low += rounds * wait->low.si();
        high += rounds * wait->high.si();
    }
    double const run = time_on_nodes(one);
    return run + high <= widest * (run + low);
}

std::string project_time_text(PlannedProject const& one) {
    if (knows_median_time(one)) return human(seconds(one.time));
    return fmt::format(
        "{} – {}", human(seconds(time_on_nodes(one))), human(seconds(one.time_high)));
}

TurnaroundParts project_parts(PlannedProject const& one) {
    double const run = time_on_nodes(one);
    bool const known = knows_median_time(one);
    double const time = one.time - one.pause;
    return {known ? time - run : 0.0, run, known ? time : run, one.time_high - one.pause};
}

Table project_bars(Allocations const& found, bool utf8) {
    constexpr std::size_t width = 48;
    Table table;
    if (found.machines.size() < 2) return table;
    table.add_column("wait + run on", false);
    table.add_column(turnaround_legend(utf8), false);
    double longest = 0.0;
    for (PlannedProject const& one : found.machines) longest = std::max(longest, one.time_high);
    for (PlannedProject const& one : found.machines)
        table.rows.push_back(
            {one.system, turnaround_bar(project_parts(one), longest, width, utf8)});
    return table;
}

}  // namespace clustersim
