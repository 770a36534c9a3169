// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/check_scenario.hpp"

#include "sim/commands/run/resolve_study.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/stage_choices.hpp"

#include <utility>

namespace clustersim {
namespace {

bool is_project(ConfigNode const& document) {
    ConfigNode const* schema = document.find("schema");
    return schema != nullptr && schema->scalar.starts_with("clustersim/project/");
}

Result<CheckAnswer> checked_project(ConfigNode const& document, Library const& library) {
    auto const project = read_project(document);
    if (!project) return failure(project.error());
    auto const runs = resolve_stages(*project, library);
    if (!runs) return failure(runs.error());
    CheckAnswer answer;
    answer.runs = runs->runs.size();
    answer.stages = project->stages.size();
    return answer;
}

Result<ResolvedStudy> resolved_scenario(ConfigNode scenario, Library const& library) {
    auto const document = scenario_document(std::move(scenario), {});
    if (!document) return failure(document.error());
    auto const variants = expand_sweep(*document);
    if (!variants) return failure(variants.error());
    return resolve_study(*variants, library);
}

Diagnostics unmet_conditions(Study const& study, ResolvedStudy const& asked) {
    Diagnostics unmet = unmet_expectations(study, asked.expectations);
    if (unmet.has_errors() && asked.exercise)
        unmet.add(unsolved_note(*asked.exercise, unmet.items().size()));
    return unmet;
}

/// The answer about a scenario that can be resolved, or nothing if it has other errors.
Answered<CheckAnswer>
checked_scenario(ResolvedStudy const& resolved, bool run, RunOptions const& options) {
    Answered<CheckAnswer> found;
    found.problems = resolved.warnings();
    if (resolved.exercise && resolved.expectations.empty())
        found.problems.add(no_condition(*resolved.exercise));
    if (found.problems.has_errors()) return found;
    CheckAnswer& answer = found.answer.emplace();
    answer.runs = resolved.runs.size();
    answer.expectations = resolved.expectations.size();
    answer.exercise = resolved.exercise;
    if (!run) return found;
    answer.study = run_study(resolved.runs, options);
    if (answer.study->complete) answer.unmet = unmet_conditions(*answer.study, resolved);
    return found;
}

}  // namespace

Answered<CheckAnswer> check_scenario(CheckQuestion const& question, RunOptions const& options) {
    Answered<CheckAnswer> found;
    auto document = read_yaml_extended(question.file, find_parent_file);
    if (found.value_of(document) == nullptr) return found;
    if (is_project(*document)) {
        auto project = checked_project(*document, options.library);
        if (found.value_of(project) != nullptr) found.answer = std::move(*project);
        return found;
    }
    auto const resolved = resolved_scenario(std::move(*document), options.library);
    if (!resolved) {
        found.problems = resolved.error();
        return found;
    }
    return checked_scenario(*resolved, question.run, options);
}

}  // namespace clustersim
