// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/access_terms.hpp"
#include "sim/commands/allocate/scaling_proof.hpp"
#include "sim/commands/allocate/storage_need.hpp"
#include "sim/study/access_share.hpp"
#include "sim/study/project.hpp"
#include "sim/study/stage_choices.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// A stage as it is planned on one machine. Times count from the start of the project, in s.
struct PlannedStage {
    Stage const* stage = nullptr;
    StageChoice const* choice = nullptr;
    double begin = 0.0;  ///< medians over the sampled projects
    double end = 0.0;
    Upto node_hours;  ///< of all runs
    Upto gpu_hours;
    Upto granted_gpu_hours;  ///< GPU-hours as the site grants them
    Upto billed;
    double efficiency =
        1.0;  ///< node-hours of one run on the cheapest number of nodes over those of one run here
    /// Runs of this stage that the budget or the asked access mode carries, if the other stages stay as they are.
    std::optional<std::int64_t> carried;
};

/// What keeps an allocation from meeting its project.
struct Shortfalls {
    bool late = false;  ///< the deadline is missed in more than one of twenty sampled projects
    bool surely_late =
        false;  ///< the same by the times that decide: without waits if they are assumed
    bool too_much = false;    ///< the request exceeds the budget or the asked access mode
    bool too_little = false;  ///< the access mode grants no project as small
    bool no_mode = false;  ///< none of the machine's access modes is for the project and as large
    bool no_such_mode = false;  ///< the machine has no such access mode
    bool too_long = false;      ///< the project lasts longer than the access mode
    bool tight = false;         ///< the request takes nearly all that is granted
    bool over_quota = false;    ///< the files of the project exceed a quota, which a site may raise
    bool breaks_rule = false;   ///< a rule of the access mode does not carry the plan
    std::optional<Date> closed;  ///< the day, before the start, on which the machine closed
    std::string misfit;          ///< why the project may not have the asked access mode
    /// Apart from being tight or over a quota.
    [[nodiscard]] bool any() const {
        return surely_late || too_much || too_little || no_mode || no_such_mode || too_long ||
               breaks_rule || closed || !misfit.empty();
    }
};

/// `open`: the plan cannot tell. `slower`: the project keeps its time, but its jobs wait longer.
enum class RuleVerdict { passes, fails, open, slower };

/// A rule of the access mode, or the monthly quota, held against the plan.
struct RuleCheck {
    std::string name;  ///< of the rule in the machine's file
    std::string rule;  ///< in words
    RuleVerdict verdict = RuleVerdict::passes;
    std::string text;                     ///< what the plan does, and what would work
    std::optional<ScalingTable> scaling;  ///< of a proof of scaling
};

/// What to ask for in the words of the application form, without rounding.
struct RequestedTime {
    double value = 0.0;  ///< with the margin of the ranges and the reserve
    double need = 0.0;   ///< as predicted
    std::string unit;    ///< "node-h", "GPU-h", or the billing unit of the access mode
};

/// What a month of the calendar takes.
struct MonthUse {
    std::string month;  ///< "2027-03"
    double node_hours = 0.0;
    double asked = 0.0;  ///< its part of the request, in the unit of that
};

/// What a project is charged in one unit, without reserve.
struct Charge {
    std::string unit;
    Upto amount;
};

/// A project on one machine.
struct PlannedProject {
    std::string system;
    std::vector<PlannedStage> stages;
    Upto node_hours;
    Upto gpu_hours;
    Upto granted_gpu_hours;
    /// To ask for: the upper ends of the predictions, with the project's reserve.
    NodeHours request{};
    GpuHours gpu_request{};
    RequestedTime asked;  ///< in the unit of the access mode, else of the budget, else node-hours
    /// By the site's rules, of each unit that its partitions charge; that of the most node-hours first.
    std::vector<Charge> charges;
    /// Of stages on a part of the machine for which time is granted apart; they are in no request.
    std::vector<Charge> besides;
    double time = 0.0;                ///< from start to end, median, in s
    double time_high = 0.0;           ///< 95 % quantile
    double pause = 0.0;               ///< part of them before the earliest begin of stages, in s
    double run_time = 0.0;            ///< median of the times that decide, in s
    double run_time_high = 0.0;       ///< 95 % quantile
    std::vector<MonthUse> months;     ///< from the first to the last
    std::vector<AccessShare> shares;  ///< of the request
    std::optional<AccessShare> mode;  ///< the asked one, else the smallest that carries the request
    double granted_share =
        0.0;  ///< request over the budget or the asked access mode; 0: neither is given
    std::vector<StorageNeed> storage;  ///< on each file system; empty: the stages state no files
    std::vector<AccessShare> suiting;  ///< those of modes that the project may have
    AccessTerms terms;                 ///< of the mode
    std::vector<RuleCheck> rules;      ///< of the access mode
    std::string cut_off;               ///< when to apply for it; empty: not known
    Shortfalls shortfalls;
};

/// A project on every machine that can run all of its stages; it refers to the project and the choices.
struct Allocations {
    /// Those that meet the project first, then by cost and by run time; by time if the waits rest on evidence.
    std::vector<PlannedProject> machines;
    std::vector<ImpossibleRun> impossible;
    bool waits_decide = false;  ///< the user gave evidence of them
};

void add(Upto& sum, Upto more);

/// The stages of a project by the grant that they use, each in the order of the project.
struct StageGroups {
    std::vector<PlannedStage> asked;   ///< on the part of the machine that the request is for
    std::vector<PlannedStage> others;  ///< on parts for which time is granted apart
};

/// The request is for the part of the machine whose GPUs are used most, else whose nodes are.
StageGroups by_access(std::vector<PlannedStage> const& stages);

/// Sums of hours and charges over the stages of the plan.
void sum_up(PlannedProject& one);

/// Puts all stages into a plan that was made with some of them, which keep what was found out about them.
void take_all(std::vector<PlannedStage> const& all, PlannedProject& one);

/// What the stages are charged, a sum for each unit.
std::vector<Charge> charges_of(std::vector<PlannedStage> const& stages);

/// Zero of a unit that none of its partitions charges.
Upto charged_in(std::string const& unit, PlannedProject const& one);

/// What a machine costs in a unit that the machines of a project share: the part of what is granted, else device-hours, else node-hours.
Upto cost_of(PlannedProject const& one);

}  // namespace clustersim
