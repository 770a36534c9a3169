// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocate_project.hpp"

#include "sim/commands/allocate/access_fit.hpp"
#include "sim/commands/allocate/allocate.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

/// The project with the changes of the question.
Result<Project> asked_project(AllocationQuestion const& question) {
    auto document = read_yaml_extended(question.study.file, find_parent_file);
    if (!document) return failure(document.error());
    Settings settings = question.study.settings();
    if (!question.mode.empty()) {
        // The mode sets the budget.
        std::erase_if(document->entries,
                      [](ConfigNode::Entry const& entry) { return entry.key == "budget"; });
        settings.emplace_back("--mode", fmt::format("access={}", question.mode));
    }
    auto const changed = with_settings(std::move(*document), settings);
    if (!changed) return failure(changed.error());
    return read_project(*changed);
}

Diagnostics in_the_past(Project const& project, Date start) {
    Diagnostics problems;
    if (project.deadline && *project.deadline <= start)
        problems.add(problem_at(project.deadline_place,
                                Code::out_of_range,
                                fmt::format("the deadline of {} is not after the start of {}",
                                            date_text(*project.deadline),
                                            date_text(start))));
    return problems;
}

Diagnostics refusal_of(Allocations const& found) {
    if (found.machines.empty())
        return none_possible(found.impossible, "none of the machines can run all stages");
    Diagnostics refused;
    PlannedProject const& best = found.machines.front();
    if (best.shortfalls.too_much)
        refused.add(problem(Code::never_fits,
                            fmt::format("the project needs {:.0f} % of what is granted",
                                        100.0 * best.granted_share),
                            "fewer or smaller runs, or --force"));
    for (RuleCheck const& rule : best.rules)
        if (rule.verdict == RuleVerdict::fails)
            refused.add(problem(Code::never_fits,
                                fmt::format("{} on {} breaks the rule {} ({}): {}",
                                            best.mode->mode->name,
                                            best.system,
                                            rule.name,
                                            rule.rule,
                                            rule.text),
                                "another mode, another plan, or --force"));
    return refused;
}

}  // namespace

Result<PreparedProject> prepare_project(AllocationQuestion const& question,
                                        Library const& library) {
    auto project = asked_project(question);
    if (!project) return failure(project.error());
    Date const start = project->start.value_or(question.today);
    if (auto past = in_the_past(*project, start); past.has_errors())
        return failure(std::move(past));
    auto runs = resolve_stages(*project, library);
    if (!runs) return failure(runs.error());
    AccessBook book = access_book(*runs);
    if (auto wrong = check_asked_mode(*project, *runs, book); wrong.has_errors())
        return failure(std::move(wrong));
    return PreparedProject{std::move(*project), start, std::move(*runs), std::move(book)};
}

Answered<AllocationAnswer> allocate_project(PreparedProject prepared, RunOptions const& options) {
    Answered<AllocationAnswer> found;
    StageChoices choices = stage_choices(prepared.project, std::move(prepared.runs), options);
    found.problems = choices.warnings;
    auto const simulated = std::make_shared<SimulatedProject const>(
        SimulatedProject{std::move(prepared.project), std::move(choices)});
    AllocationAnswer& answer = found.answer.emplace();
    answer.simulated = simulated;
    answer.start = prepared.start;
    if (!answer.complete()) return found;
    answer.found = allocate(simulated->project,
                            simulated->choices,
                            prepared.start,
                            prepared.access,
                            scaling_from(simulated->project, prepared.access, options.library));
    answer.refused = refusal_of(answer.found);
    return found;
}

}  // namespace clustersim
