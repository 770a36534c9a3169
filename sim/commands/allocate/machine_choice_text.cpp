// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/machine_choice_text.hpp"

#include "sim/commands/allocate/project_time.hpp"
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace clustersim {
namespace {

bool by_share(Allocations const& found) {
    for (PlannedProject const& one : found.machines)
        if (one.granted_share <= 0.0) return false;
    return true;
}

std::string cost_text(Project const& project, PlannedProject const& one, bool share) {
    std::string const amount = one.gpu_hours.value > 0.0
                                   ? fmt::format("{} device-h", human_number(one.gpu_hours.value))
                                   : fmt::format("{} node-h", human_number(one.node_hours.value));
    if (!share) return amount;
    return fmt::format("{} of {} ({})",
                       human_percent(one.granted_share),
                       project.access.empty() ? "the budget" : "what " + project.access + " grants",
                       amount);
}

/// The machines that meet the project as the first does, and whose range of cost overlaps that of the first.
std::string how_sure(Allocations const& found) {
    PlannedProject const& best = found.machines.front();
    std::vector<std::string> alike;
    for (std::size_t i = 1; i < found.machines.size(); ++i) {
        PlannedProject const& other = found.machines[i];
        bool const is_choice = other.shortfalls.any() == best.shortfalls.any();
        if (is_choice && cost_of(other).value <= cost_of(best).high) alike.push_back(other.system);
    }
    if (alike.empty())
        return "The upper end of its cost is below what the others are predicted to cost.";
    return fmt::format("Not sure: within the models' range {} may cost less.",
                       fmt::join(alike, ", "));
}

}  // namespace

std::string machine_choice_text(Project const& project, Allocations const& found) {
    std::set<std::string> refused;
    for (ImpossibleRun const& run : found.impossible) refused.insert(run.system);
    for (PlannedProject const& one : found.machines) refused.erase(one.system);
    PlannedProject const& first = found.machines.front();
    std::size_t const compared = found.machines.size() + refused.size();
    if (compared < 2) return {};
    std::string out = fmt::format("{} machines compared. ", compared);
    if (found.machines.size() == 1)
        return out + fmt::format("Only {} can run all stages.\n", first.system);
    bool const share = by_share(found);
    bool const meets = !first.shortfalls.any();
    bool const all_meet = std::ranges::none_of(
        found.machines, [](PlannedProject const& one) { return one.shortfalls.any(); });
    bool const meets_alone = meets && found.machines[1].shortfalls.any();
    if (found.waits_decide)
        out += fmt::format(
            "Chosen: {}, which ends first, by your evidence of the waits{}: ",
            first.system,
            knows_median_time(first) ? "" : " (too few replicates to be sure: --precision 0.2)");
    else if (meets_alone)
        out += fmt::format("Chosen: {}, the only one that meets the project: ", first.system);
    else if (!meets)
        out += fmt::format("None of them meets the project. By cost the nearest is {}: ",
                           first.system);
    else
        out += fmt::format("Chosen: {}, the lowest cost{}: ",
                           first.system,
                           all_meet ? "" : " of those that meet the project");
    std::vector<std::string> costs;
    for (PlannedProject const& one : found.machines)
        costs.push_back(fmt::format("{} {}, {} of run time",
                                    one.system,
                                    cost_text(project, one, share),
                                    human(seconds(one.run_time))));
    out += fmt::format("{}. ", fmt::join(costs, "; "));
    if (!found.waits_decide) {
        if (!meets_alone) out += how_sure(found) + " ";
        out += "Waits decide nothing: they come from an assumed queue (docs/waits.md).";
    }
    return out + "\n";
}

}  // namespace clustersim
