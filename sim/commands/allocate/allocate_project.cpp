// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocate_project.hpp"

#include "sim/commands/allocate/allocate.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {
namespace {

/// The project with the changes of the question.
Result<Project> asked_project(StudyQuestion const& study) {
    auto document = read_yaml_extended(study.file, find_parent_file);
    if (!document) return failure(document.error());
    auto const changed = with_settings(std::move(*document), study.settings());
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
    return refused;
}

}  // namespace

Result<PreparedProject> prepare_project(AllocationQuestion const& question,
                                        Library const& library) {
    auto project = asked_project(question.study);
    if (!project) return failure(project.error());
    Date const start = project->start.value_or(question.today);
    if (auto past = in_the_past(*project, start); past.has_errors())
        return failure(std::move(past));
    auto runs = resolve_stages(*project, library);
    if (!runs) return failure(runs.error());
    return PreparedProject{std::move(*project), start, std::move(*runs)};
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
    answer.found = allocate(simulated->project, simulated->choices, prepared.start);
    answer.refused = refusal_of(answer.found);
    return found;
}

}  // namespace clustersim
