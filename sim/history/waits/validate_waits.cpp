// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/validate_waits.hpp"

#include "sim/history/waits/learned_forecasts.hpp"
#include "sim/history/waits/noon_snapshots.hpp"
#include "sim/history/waits/read_waits.hpp"
#include "sim/history/waits/simple_forecasts.hpp"
#include "sim/history/waits/simulated_columns.hpp"
#include "sim/history/waits/wait_walk.hpp"
#include "sim/history/waits/waited_forecasts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

/// The cases from the first scored block on that every method forecasts.
std::vector<std::size_t> scored_positions(WaitCases const& cases,
                                          std::size_t first_block,
                                          std::vector<MethodForecasts> const& methods) {
    std::vector<std::size_t> positions;
    for (std::size_t i = cases.blocks[first_block].from; i < cases.cases.size(); ++i) {
        bool const forecast = std::ranges::all_of(
            methods, [i](MethodForecasts const& method) { return method.of[i].has_value(); });
        if (forecast) positions.push_back(i);
    }
    return positions;
}

/// Cases, and their jobs if these are of a log.
struct LoggedCases {
    WaitCases cases;
    Past past;
};

/// Nothing: interrupted.
using FoundCases = Result<std::optional<LoggedCases>>;

FoundCases cases_of_noons(WaitsQuestion const& question) {
    Diagnostics problems;
    if (question.simulate > 0)
        problems.add(problem(Code::inconsistent,
                             "tables of snapshots cannot be simulated",
                             "they do not list the jobs that run; leave --simulate out"));
    auto noons = read_noon_snapshots(question.log.files);
    if (!noons) problems.append(noons.error());
    if (problems.has_errors()) return failure(std::move(problems));
    return LoggedCases{std::move(*noons), {}};
}

FoundCases cases_of_log(LogQuestion const& question, LearningOptions const& options) {
    auto log = read_waits(question);
    if (!log) return failure(std::move(log.error()));
    auto cases = logged_cases(*log, options);
    if (!cases) return std::nullopt;
    return LoggedCases{std::move(*cases), std::move(log->past)};
}

FoundCases cases_of(WaitsQuestion const& asked, LearningOptions const& options) {
    LogQuestion const& question = asked.log;
    Diagnostics problems;
    std::size_t snapshots = 0;
    for (auto const& file : question.files) {
        if (file == "-") {
            problems.add(problem(Code::wrong_usage,
                                 "standard input cannot be read here",
                                 "the input is read more than once: give the name of a file"));
            continue;
        }
        auto const is_snapshot = is_snapshot_table(file);
        if (is_snapshot)
            snapshots += *is_snapshot ? 1 : 0;
        else
            problems.append(is_snapshot.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    if (snapshots == question.files.size()) return cases_of_noons(asked);
    if (snapshots == 0) return cases_of_log(question, options);
    return failure(problem(Code::inconsistent,
                           "tables of snapshots and logs cannot be one input",
                           "score them one after the other"));
}

}  // namespace

Answered<WaitsAnswer> score_waits(WaitCases const& cases,
                                  std::optional<std::size_t> learn,
                                  LearningOptions const& options,
                                  LogSimulation const* simulation) {
    Answered<WaitsAnswer> out;
    std::size_t const learned = learn.value_or(learned_blocks(cases));
    if (auto const few = too_few_blocks(cases, learned)) {
        out.problems.add(*few);
        return out;
    }
    WaitWalk const walk = walk_of(cases, learned);
    auto const centres = learned_centres(cases, walk, options);
    if (!centres) {
        out.problems.append(centres.error());
        return out;
    }
    if (centres->empty()) return out;
    auto methods = simple_forecasts(cases, walk);
    methods.push_back(learned_forecasts(cases, walk, *centres));
    auto const scored = scored_positions(cases, learned, methods);
    if (scored.empty()) {
        out.problems.add(problem(Code::no_jobs,
                                 "no job could be forecast",
                                 "no earlier wait had ended at any of the forecasts"));
        return out;
    }
    std::size_t const forecast_blocks = cases.blocks.size() - walk.first_forecast;
    WaitsAnswer answer{.source = cases.source,
                       .blocks = cases.blocks.size(),
                       .learned_blocks = learned,
                       .jobs = cases.cases.size(),
                       .never_started = cases.never_started,
                       .columns = cases.features.columns().size(),
                       .simulated_jobs = simulated_rows(cases.features, scored),
                       .fits = (forecast_blocks + walk.blocks_per_fit - 1) / walk.blocks_per_fit,
                       .best_constant_width = 0.0,
                       .methods = {},
                       .groups = {},
                       .waited = {},
                       .simulated = {}};
    std::vector<double> outcomes;
    for (std::size_t const i : scored) outcomes.push_back(cases.cases[i].log_wait());
    answer.best_constant_width = shortest_range(outcomes, 0.9);
    for (MethodForecasts const& method : methods)
        answer.methods.push_back(method_score(cases, method, scored));
    for (WaitGroup const& group : groups_of(cases, scored))
        answer.groups.push_back({group.name, score_of(cases, methods.back(), group.positions)});
    if (cases.source == WaitSource::log) {
        auto const waited = waited_forecasts(cases, walk, *centres, methods.back());
        std::vector<std::size_t> all(waited.cases.cases.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        answer.waited = score_of(waited.cases, waited.forecasts, all);
        answer.waited_without_range = waited.no_range;
    }
    if (simulation != nullptr) {
        answer.simulated = simulated_scores(cases, walk, methods, scored, *simulation, options);
        if (!answer.simulated) return out;
    }
    out.answer = std::move(answer);
    return out;
}

Answered<WaitsAnswer> validate_waits(WaitsQuestion const& question,
                                     LearningOptions const& options) {
    auto found = cases_of(question, options);
    if (!found) {
        Answered<WaitsAnswer> out;
        out.problems = std::move(found.error());
        return out;
    }
    auto& log = *found;
    if (!log) return {};
    LogSimulation const simulation{log->past, question.simulate, question.nodes};
    auto out = score_waits(
        log->cases, question.learn, options, question.simulate > 0 ? &simulation : nullptr);
    Diagnostics problems = std::move(log->cases.notes);
    problems.append(std::move(out.problems));
    out.problems = std::move(problems);
    return out;
}

}  // namespace clustersim
