// SPDX-License-Identifier: Apache-2.0
#include "sim/study/stage_choices.hpp"

#include "sim/study/metric_table.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// Gives problems of the machines, which have no place, that of the list of machines.
Diagnostics at_systems(Diagnostics const& problems, Project const& project) {
    Diagnostics placed;
    for (Diagnostic d : problems.items()) {
        if (d.where.file.empty()) {
            d.where = project.systems_place.span();
            d.line_text = project.systems_place.line_text();
        }
        placed.add(std::move(d));
    }
    return placed;
}

/// The upper end of an amount that grows with the run time.
Upto with_range(double value, JobOutcome const& outcome) {
    if (outcome.campaign) return {value, value * outcome.campaign->uncertainty.work_high};
    Estimate<Duration> const& time = outcome.runtime;
    double const factor = time.value.si() > 0.0 ? time.high / time.value : 1.0;
    return {value, value * factor};
}

std::optional<StageChoice>
choice_of(std::size_t stage, RunAnswer const& answer, StoredData const& stored) {
    JobOutcome const& outcome = answer.outcomes.front();
    auto const node_hours = metric_named("node_hours").value(outcome);
    bool const ends = metric_named("turnaround_median_s").value(outcome).has_value();
    if (!node_hours || !ends || !starts_of(outcome).always_started()) return std::nullopt;
    StageChoice choice;
    choice.stage = stage;
    choice.system = answer.place.system;
    choice.nodes = outcome.nodes;
    choice.answer = answer;
    choice.node_hours = with_range(*node_hours, outcome);
    choice.gpu_hours = with_range(metric_named("gpu_hours").value(outcome).value_or(0.0), outcome);
    choice.billed = with_range(metric_named("billed").value(outcome).value_or(0.0), outcome);
    choice.stored = stored;
    return choice;
}

}  // namespace

Result<StageRuns> resolve_stages(Project const& project, Library const& library) {
    StageRuns all;
    Diagnostics problems;
    RunResolver resolver(library);
    for (std::size_t s = 0; s < project.stages.size(); ++s) {
        Stage const& stage = project.stages[s];
        auto resolved = resolve_comparison(
            scenario_of(project, stage), project.systems, resolver, EqualSize::chosen_nodes);
        if (!resolved) {
            problems.append_unsaid(resolved.error());
            continue;
        }
        all.stage.insert(all.stage.end(), resolved->runs.size(), s);
        std::ranges::move(resolved->runs, std::back_inserter(all.runs));
        for (ImpossibleRun& run : resolved->impossible) {
            run.variant = stage.name + (run.variant.empty() ? "" : " ") + run.variant;
            all.impossible.push_back(std::move(run));
        }
    }
    if (problems.has_errors()) return failure(at_systems(problems, project));
    return all;
}

StageChoices stage_choices(Project const& project, StageRuns runs, RunOptions const& options) {
    StageChoices choices;
    choices.impossible = std::move(runs.impossible);
    if (runs.runs.empty()) return choices;
    std::vector<StoredData> stored;
    for (std::size_t r = 0; r < runs.runs.size(); ++r)
        stored.push_back(stored_data(runs.runs[r], project.stages[runs.stage[r]].results));
    choices.waits_decide = waits_may_decide(runs.runs);
    Study const study = run_study(std::move(runs.runs), options);
    choices.warnings = study.warnings;
    choices.complete = study.complete;
    if (!study.complete) return choices;
    for (std::size_t r = 0; r < study.runs.size(); ++r) {
        RunAnswer const& answer = study.runs[r];
        std::size_t const stage = runs.stage[r];
        if (auto choice = choice_of(stage, answer, stored[r])) {
            choices.choices.push_back(std::move(*choice));
            continue;
        }
        choices.impossible.push_back(
            {answer.place.system,
             fmt::format("{} nodes={}", project.stages[stage].name, answer.outcomes.front().nodes),
             "never ends in some replicates: " + starts_of(answer.outcomes.front()).reasons});
    }
    return choices;
}

}  // namespace clustersim
