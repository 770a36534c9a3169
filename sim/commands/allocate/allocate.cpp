// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocate.hpp"

#include "sim/commands/allocate/access_fit.hpp"
#include "sim/commands/allocate/choose_nodes.hpp"
#include "sim/commands/allocate/cut_off.hpp"
#include "sim/commands/allocate/month_use.hpp"
#include "sim/commands/allocate/rule_check.hpp"
#include "sim/commands/allocate/stage_time.hpp"
#include "sim/stats/quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace clustersim {
namespace {

/// A request above this share of what is granted leaves no room for a second attempt at a stage.
constexpr double tight_share = 0.8;

using StageOptions = std::vector<std::vector<TimedChoice>>;

/// The choices of one machine by stage; none for a stage that it cannot run.
StageOptions options_on(std::string const& system,
                        Project const& project,
                        StageChoices const& choices,
                        Date start,
                        bool waits_decide) {
    StageOptions options(project.stages.size());
    for (StageChoice const& choice : choices.choices) {
        if (choice.system != system) continue;
        Stage const& stage = project.stages[choice.stage];
        TimedChoice timed{&choice, stage_times(stage, choice, project.seed), {}};
        if (stage.not_before)
            timed.earliest = std::chrono::duration<double>(*stage.not_before - start).count();
        timed.deciding = waits_decide ? timed.times : stage_run_times(stage, choice, project.seed);
        options[choice.stage].push_back(std::move(timed));
    }
    return options;
}

Upto times(Upto one, double count) {
    return {one.value * count, one.high * count};
}

std::vector<PlannedStage> plan_stages(Project const& project,
                                      StageOptions const& options,
                                      std::vector<TimedChoice const*> const& chosen) {
    std::vector<PlannedStage> planned;
    std::vector<TimedChoice const*> so_far;
    for (std::size_t s = 0; s < chosen.size(); ++s) {
        StageChoice const& choice = *chosen[s]->choice;
        double least = choice.node_hours.value;
        for (TimedChoice const& other : options[s])
            least = std::min(least, other.choice->node_hours.value);
        PlannedStage stage;
        stage.stage = &project.stages[s];
        stage.choice = &choice;
        stage.begin = so_far.empty() ? 0.0 : time_of(so_far).median;
        stage.begin = std::max(stage.begin, chosen[s]->earliest);
        so_far.push_back(chosen[s]);
        stage.end = time_of(so_far).median;
        stage.node_hours = times(choice.node_hours, static_cast<double>(stage.stage->repeat));
        stage.gpu_hours = times(choice.gpu_hours, static_cast<double>(stage.stage->repeat));
        stage.billed = times(choice.billed, static_cast<double>(stage.stage->repeat));
        std::string const& unit = choice.answer.place.bill_unit;
        stage.granted_gpu_hours = {
            granted_gpu_hours(stage.gpu_hours.value, stage.billed.value, unit).value,
            granted_gpu_hours(stage.gpu_hours.high, stage.billed.high, unit).value};
        stage.efficiency = least / choice.node_hours.value;
        planned.push_back(stage);
    }
    return planned;
}

/// The asked access mode among the shares of the request.
void take_asked_mode(Project const& project, AccessBook const& book, PlannedProject& out) {
    auto const asked = std::ranges::find_if(
        out.shares, [&](AccessShare const& one) { return one.mode->name == project.access; });
    out.shortfalls.no_such_mode = asked == out.shares.end();
    if (asked == out.shares.end()) return;
    out.mode = *asked;
    out.shortfalls.too_much = asked->too_much;
    out.shortfalls.too_little = asked->too_little;
    out.shortfalls.misfit = misfit(project, *asked->mode, terms_of(book, out.system, *asked->mode));
}

/// The node-hours that the budget or the asked mode grants, if it is in node-hours; the same in GPU-hours.
struct Granted {
    std::optional<double> node_hours;
    std::optional<double> gpu_hours;
};

Granted granted_to(Project const& project, PlannedProject const& allocation) {
    Granted granted;
    if (project.budget) granted.node_hours = project.budget->value;
    if (project.gpu_budget) granted.gpu_hours = project.gpu_budget->value;
    if (project.access.empty() || !allocation.mode) return granted;
    AccessMode const& mode = *allocation.mode->mode;
    if (mode.maximum) granted.node_hours = mode.maximum->value;
    if (mode.maximum_gpu_hours) granted.gpu_hours = mode.maximum_gpu_hours->value;
    return granted;
}

/// GPU-hours of one run of a stage, as the site grants them.
Upto of_one_run(PlannedStage const& stage) {
    return times(stage.granted_gpu_hours, 1.0 / static_cast<double>(stage.stage->repeat));
}

/// The runs of one stage that fit beside the others into what is granted.
std::optional<std::int64_t>
carried(std::optional<double> granted, double reserve, double request, Upto whole, Upto one) {
    if (!granted || one.high <= 0.0) return std::nullopt;
    double const left = (*granted - request) / (1.0 + reserve) + whole.high;
    constexpr double rounding = 1e-9;  // a budget of exactly twelve runs carries twelve
    return static_cast<std::int64_t>(std::max(0.0, std::floor(left / one.high + rounding)));
}

constexpr double seconds_of_a_month = 365.25 / 12.0 * 86400.0;

/// Whether a grant of this mode may last as long as the project.
bool is_long_enough(AccessMode const& mode, Project const& project, PlannedProject const& plan) {
    if (mode.months.empty()) return true;
    int const longest = std::ranges::max(mode.months);
    return plan.time_high <= longest * seconds_of_a_month && project.months.value_or(0) <= longest;
}

/// The smallest mode that suits the project, if possible one that lasts as long.
std::optional<AccessShare> unasked_mode(Project const& project, PlannedProject const& plan) {
    std::vector<AccessShare> long_ones;
    std::ranges::copy_if(
        plan.suiting, std::back_inserter(long_ones), [&](AccessShare const& share) {
            return is_long_enough(*share.mode, project, plan);
        });
    auto const found = smallest_of(long_ones);
    return found ? found : smallest_of(plan.suiting);
}

void find_shortfalls(Project const& project,
                     AccessBook const& book,
                     PlannedProject& out,
                     std::optional<double> most_time) {
    Shortfalls& wrong = out.shortfalls;
    if (!project.access.empty()) {
        take_asked_mode(project, book, out);
    } else {
        out.mode = unasked_mode(project, out);
        bool const has_time = project.budget || project.gpu_budget;
        wrong.too_little = !has_time && out.mode && out.mode->too_little;
        wrong.no_mode = !has_time && !out.mode && !out.shares.empty();
    }
    if (project.budget) wrong.too_much = out.request > *project.budget;
    if (project.gpu_budget) wrong.too_much = out.gpu_request > *project.gpu_budget;
    wrong.late = most_time && out.time_high > *most_time;
    wrong.surely_late = most_time && out.run_time_high > *most_time;
    wrong.too_long = out.mode && !is_long_enough(*out.mode->mode, project, out);
    Granted const granted = granted_to(project, out);
    if (granted.node_hours) out.granted_share = out.request.value / *granted.node_hours;
    if (granted.gpu_hours) out.granted_share = out.gpu_request.value / *granted.gpu_hours;
    wrong.over_quota = std::ranges::any_of(out.storage, [](StorageNeed const& need) {
        return need.over_quota() || need.over_files_quota();
    });
    wrong.tight = !wrong.too_much && out.granted_share > tight_share;
    for (PlannedStage& stage : out.stages) {
        stage.carried = granted.gpu_hours ? carried(granted.gpu_hours,
                                                    project.reserve,
                                                    out.gpu_request.value,
                                                    stage.granted_gpu_hours,
                                                    of_one_run(stage))
                                          : carried(granted.node_hours,
                                                    project.reserve,
                                                    out.request.value,
                                                    stage.node_hours,
                                                    stage.choice->node_hours);
    }
}

std::vector<StorageNeed> storage_of(Project const& project,
                                    std::vector<PlannedStage> const& stages) {
    std::vector<StoredStage> stored;
    for (PlannedStage const& stage : stages)
        stored.push_back(
            {&stage.choice->stored, stage.stage->repeat, stage.choice->outcome().tasks});
    return storage_needs(stored, project.kept_checkpoints);
}

/// Rounded up. A number that is whole but for its last digits stays as it is.
double rounded_up(double amount) {
    return std::ceil(amount * (1.0 - 1e-12));
}

/// The request, a whole number, in the unit in which the access mode, or the budget, is given.
RequestedTime asked_time(Project const& project, PlannedProject const& allocation) {
    AccessMode const* const mode = allocation.mode ? allocation.mode->mode : nullptr;
    if (mode != nullptr && !mode->billing_unit.empty()) {
        Upto const charged = charged_in(mode->billing_unit, allocation);
        return {
            rounded_up(charged.high * (1.0 + project.reserve)), charged.value, mode->billing_unit};
    }
    bool const by_gpu = project.budget || project.gpu_budget ? project.gpu_budget.has_value()
                        : mode != nullptr                    ? is_sized_by_gpu(*mode)
                                                             : false;
    if (by_gpu)
        return {
            rounded_up(allocation.gpu_request.value), allocation.granted_gpu_hours.value, "GPU-h"};
    return {rounded_up(allocation.request.value), allocation.node_hours.value, "node-h"};
}

/// When to apply for the access mode, and what its rules say to the plan.
void apply_terms(Project const& project,
                 AccessBook const& book,
                 Date start,
                 ScalingOf const& scaling,
                 PlannedProject& out) {
    out.terms = terms_of(book, out.system, *out.mode->mode);
    if (out.terms.cut_offs) out.cut_off = cut_off_text(*out.terms.cut_offs, start);
    auto const machine = book.find(out.system);
    out.rules = check_rules(
        project,
        out,
        {start, machine == book.end() ? std::nullopt : machine->second.monthly_quota, scaling});
    out.shortfalls.breaks_rule = std::ranges::any_of(
        out.rules, [](RuleCheck const& rule) { return rule.verdict == RuleVerdict::fails; });
}

/// The machines with choices, by their own names: a project may name the file of one.
std::vector<std::string> systems_of(StageChoices const& choices) {
    std::vector<std::string> systems;
    for (StageChoice const& choice : choices.choices)
        if (std::ranges::find(systems, choice.system) == systems.end())
            systems.push_back(choice.system);
    return systems;
}

PlannedProject allocation_on(std::string const& system,
                             Project const& project,
                             StageOptions const& options,
                             Date start,
                             AccessBook const& book,
                             ScalingOf const& scaling) {
    std::optional<double> most_time;
    if (project.deadline)
        most_time = std::chrono::duration<double>(*project.deadline - start).count();
    auto const chosen = choose_nodes(project, options, most_time);
    PlannedProject out;
    out.system = system;
    std::vector<PlannedStage> const all = plan_stages(project, options, chosen);
    StageGroups const groups = by_access(all);
    out.stages = groups.asked;
    WholeTime const whole = time_of(chosen);
    out.time = whole.median;
    out.time_high = whole.high;
    out.pause = pause_of(chosen);
    WholeTime const deciding = deciding_time_of(chosen);
    out.run_time = busy_time_of(chosen).median;
    out.run_time_high = deciding.high;
    sum_up(out);
    out.request = NodeHours{out.node_hours.high * (1.0 + project.reserve)};
    out.gpu_request = GpuHours{out.granted_gpu_hours.high * (1.0 + project.reserve)};
    out.shares =
        access_shares(out.stages.front().choice->answer.place.access, out.request, out.gpu_request);
    std::ranges::copy_if(
        out.shares, std::back_inserter(out.suiting), [&](AccessShare const& share) {
            return suits(project, *share.mode, terms_of(book, system, *share.mode));
        });
    out.storage = storage_of(project, all);
    find_shortfalls(project, book, out, most_time);
    out.asked = asked_time(project, out);
    out.months = month_use(out.stages, start, out.asked);
    if (out.mode && (!project.access.empty() || out.mode->carries()))
        apply_terms(project, book, start, scaling, out);
    take_all(all, out);
    out.besides = charges_of(groups.others);
    if (auto const machine = book.find(system); machine != book.end())
        if (auto const closed = machine->second.closed; closed && *closed <= start)
            out.shortfalls.closed = closed;
    return out;
}

}  // namespace

Allocations allocate(Project const& project,
                     StageChoices const& choices,
                     Date start,
                     AccessBook const& book,
                     ScalingOf const& scaling) {
    Allocations all;
    all.impossible = choices.impossible;
    all.waits_decide = choices.waits_decide;
    for (std::string const& system : systems_of(choices)) {
        StageOptions const options = options_on(system, project, choices, start, all.waits_decide);
        if (std::ranges::any_of(options, [](auto const& stage) { return stage.empty(); })) continue;
        all.machines.push_back(allocation_on(system, project, options, start, book, scaling));
    }
    std::ranges::stable_sort(all.machines, {}, [&](PlannedProject const& one) {
        double const cost = all.waits_decide ? one.time : cost_of(one).high;
        return std::tuple(one.shortfalls.any(), cost, one.run_time);
    });
    return all;
}

}  // namespace clustersim
