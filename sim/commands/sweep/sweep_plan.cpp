// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_plan.hpp"

#include "sim/scenario/variants.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/run_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

constexpr double start_up = 10.0;  // s: to read the scenario and to check its points
constexpr std::int64_t walltime_step = 900;
constexpr int widest = 1000;
/// Wider arrays do not end earlier: a task would be over before the next scheduling pass.
constexpr double shortest_task = 300.0;

NodeWish without_accelerators() {
    NodeType cpu;
    cpu.gpus = 0;
    return {cpu, "a node without accelerators"};
}

Duration run_time_of(SweepPlanQuestion const& question, int cores, int tasks) {
    return question.core_time / (static_cast<double>(tasks) * static_cast<double>(cores)) +
           seconds(start_up);
}

Seconds walltime_of(Duration run_time) {
    double const steps = std::ceil(1.5 * run_time.si() / static_cast<double>(walltime_step));
    return Seconds{static_cast<std::int64_t>(std::max(1.0, steps)) * walltime_step};
}

/// The scenario of an array in the queue of the machine.
Result<ConfigNode> array_scenario(SweepPlanQuestion const& question, ArrayWidth const& width) {
    std::string const text =
        fmt::format("schema: clustersim/scenario/1\n"
                    "title: A sweep as a job array\n"
                    "system: ~\n"
                    "partition: ~\n"
                    "background: {{mix: typical}}\n"
                    "replicates: {}\n"
                    "seed: {}\n"
                    "jobs:\n"
                    "  sweep: {{nodes: 1, runtime: {:.0f} s, walltime: {} s, array: 1-{}}}\n",
                    question.replicates,
                    question.seed,
                    std::ceil(width.run_time.si()),
                    width.walltime.count,
                    width.tasks);
    auto scenario = parse_yaml(text, "sweep --plan");
    if (!scenario) return scenario;
    Settings settings{{"--system", "system=" + question.system}};
    if (!question.partition.empty())
        settings.emplace_back("--partition", "partition=" + question.partition);
    return scenario_document(std::move(*scenario), settings);
}

Result<ResolvedRun>
resolve_width(SweepPlanQuestion const& question, ArrayWidth const& width, RunResolver& resolver) {
    auto document = array_scenario(question, width);
    if (!document) return failure(std::move(document.error()));
    return resolver.resolve({{}, std::move(*document)});
}

/// The machine with one task of an hour, on nodes without accelerators if it has such.
Result<ResolvedRun> resolve_place(SweepPlanQuestion const& question,
                                  Library const& library,
                                  std::optional<NodeWish>& wish) {
    ArrayWidth const hour{1, seconds(3600.0), Seconds{3600}, {}};
    if (question.partition.empty()) {
        wish = without_accelerators();
        RunResolver resolver(library, wish);
        auto run = resolve_width(question, hour, resolver);
        if (run || run.error().fault() != Fault::impossible) return run;
        wish.reset();
    }
    RunResolver resolver(library, wish);
    return resolve_width(question, hour, resolver);
}

std::optional<double>
end_by(JobOutcome const& outcome, std::string_view of_array, std::string_view of_one) {
    auto const end = metric_named(of_array).value(outcome);
    return end ? end : metric_named(of_one).value(outcome);
}

std::string reason_of_width(Diagnostics const& problems) {
    auto const& items = problems.items();
    auto const error = std::ranges::find(items, Severity::error, &Diagnostic::severity);
    return error == items.end() ? "" : error->message;
}

/// Resolves arrays of 1, 2, 4, … tasks up to a width at which tasks are short.
std::vector<ResolvedRun> resolve_widths(SweepPlanQuestion const& question,
                                        ResolvedRun const& place,
                                        RunResolver& resolver,
                                        SweepPlan& plan) {
    std::vector<ResolvedRun> runs;
    int const most = static_cast<int>(std::min({question.points,
                                                static_cast<std::size_t>(place.partition->nodes),
                                                static_cast<std::size_t>(widest)}));
    bool useful = true;
    for (int tasks = 1; tasks <= most && useful; tasks *= 2) {
        ArrayWidth width{tasks, run_time_of(question, plan.cores, tasks), {}, {}};
        width.walltime = walltime_of(width.run_time);
        useful = width.run_time.si() > shortest_task;
        auto run = resolve_width(question, width, resolver);
        if (!run) {
            plan.impossible.push_back(
                {question.system, fmt::format("tasks={}", tasks), reason_of_width(run.error())});
            continue;
        }
        runs.push_back(std::move(*run));
        plan.widths.push_back(std::move(width));
    }
    return runs;
}

}  // namespace

std::optional<double> ArrayWidth::end() const {
    return end_by(outcome(), "makespan_median_s", "turnaround_median_s");
}
std::optional<double> ArrayWidth::end_low() const {
    return end_by(outcome(), "makespan_p5_s", "turnaround_p5_s");
}
std::optional<double> ArrayWidth::end_high() const {
    return end_by(outcome(), "makespan_p95_s", "turnaround_p95_s");
}

Result<SweepPlan> plan_sweep(SweepPlanQuestion const& question, RunOptions const& options) {
    std::optional<NodeWish> wish;
    auto const place = resolve_place(question, options.library, wish);
    if (!place) return failure(place.error());
    SweepPlan plan;
    plan.cores = std::max(1, place->node_type->usable_cores);
    // All widths are tried in the same queues, which one resolver shares.
    RunResolver resolver(options.library, wish);
    std::vector<ResolvedRun> runs = resolve_widths(question, *place, resolver, plan);
    if (runs.empty())
        return failure(none_possible(plan.impossible, "no job array can run this sweep there"));
    Study study = run_study(std::move(runs), options);
    plan.complete = study.complete;
    plan.warnings = std::move(study.warnings);
    for (std::size_t i = 0; i < plan.widths.size(); ++i)
        plan.widths[i].answer = std::move(study.runs[i]);
    for (std::size_t i = 1; i < plan.widths.size(); ++i) {
        auto const end = plan.widths[i].end();
        auto const best = plan.widths[plan.best].end();
        if (end && (!best || *end < *best)) plan.best = i;
    }
    return plan;
}

}  // namespace clustersim
