// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/run_scenario.hpp"

#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <utility>

namespace clustersim {

Result<ResolvedStudy> resolve_run(RunQuestion const& question, Library const& library) {
    auto const variants = read_variants(question.study);
    if (!variants) return failure(variants.error());
    return resolve_possible(*variants, library);
}

Result<ResolvedStudy> prepare_run(RunQuestion const& question, RunOptions const& options) {
    auto resolved = resolve_run(question, options.library);
    if (resolved) settle_warm_ups(resolved->runs, options);
    return resolved;
}

Answered<ScenarioAnswer>
run_scenario(RunQuestion const& question, ResolvedStudy prepared, RunOptions const& options) {
    Answered<ScenarioAnswer> found;
    ScenarioAnswer& answer = found.answer.emplace();
    answer.asked = std::move(prepared);
    answer.study = run_study(answer.asked.runs, options);
    found.problems = answer.study.warnings;
    if (question.pictures) answer.fabrics = job_fabrics(answer.asked.runs, answer.study);
    if (answer.study.complete && !answer.asked.exercise)
        answer.unmet = unmet_expectations(answer.study, answer.asked.expectations);
    return found;
}

}  // namespace clustersim
