// SPDX-License-Identifier: Apache-2.0
#include "sim/study/result_replay.hpp"

#include "sim/config/json_text.hpp"
#include "sim/core/human.hpp"
#include "sim/core/input_file.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/scenario/sealed_json.hpp"
#include "sim/study/horizons.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace clustersim {
namespace {

Diagnostic out_of_range(std::string what, std::size_t count) {
    Diagnostic d = problem(Code::out_of_range, std::move(what));
    d.expected = fmt::format("0 to {}", count - 1);
    return d;
}

Diagnostic needs_slurm(Scenario const& scenario) {
    return problem(Code::inconsistent,
                   fmt::format("the result was made under `scheduler: {}`; only results under "
                               "Slurm can be inspected",
                               scenario.scheduler),
                   "run the scenario with `--set scheduler=slurm`");
}

}  // namespace

Result<ResolvedRun> stored_replicate(std::filesystem::path const& folder,
                                     ReplicateMoment const& moment) {
    auto stored = stored_run(folder, moment.run);
    if (!stored) return failure(stored.error());
    Library from_result;
    from_result.stored = std::make_shared<ConfigNode const>(std::move(stored->files));
    auto runs = resolve_all({Variant{{}, std::move(stored->scenario)}}, from_result);
    if (!runs) return failure(runs.error());
    settle_warm_ups(*runs, {});
    ResolvedRun run = std::move(runs->front());
    Scenario const& scenario = run.scenario;
    // The number of replicates that a precision took is not stored; all of them can be simulated
    // again.
    auto const replicates =
        static_cast<std::size_t>(scenario.precision ? most_replicates : scenario.replicates);
    if (moment.replicate >= replicates) {
        return failure(
            out_of_range(fmt::format("there is no replicate {}", moment.replicate), replicates));
    }
    // A job may start after the window, but only within this time.
    Seconds const known{whole_span(scenario.background).count + longest_wait.span().count};
    if (moment.at < Instant{} || moment.at > Instant{known.count}) {
        Diagnostic d = problem(Code::out_of_range, "the moment is outside the simulated time");
        d.expected = fmt::format("0 s to {}", human(known.duration()));
        return failure(std::move(d));
    }
    return run;
}

Result<StoredRun> stored_run(std::filesystem::path const& folder, std::size_t run) {
    std::filesystem::path const file = folder / "run.json";
    auto const text = read_text(file);
    if (!text) return failure(text.error());
    // The YAML reader also reads JSON.
    auto stored = parse_yaml(*text, file.string());
    if (!stored) return failure(stored.error());
    constexpr std::string_view expected = "clustersim/run/2";
    ConfigNode const* schema = stored->find("schema");
    if (schema != nullptr && schema->scalar.starts_with("clustersim/run/") &&
        schema->scalar != expected) {
        Diagnostic d = problem_at(
            *schema, Code::inconsistent, "another version of the program made this result");
        d.expected = std::string(expected);
        d.help = "run its scenario again";
        return failure(std::move(d));
    }
    ConfigNode const* resolved = stored->find("resolved");
    ConfigNode const* files = stored->find("inputs");
    if (schema == nullptr || schema->scalar != expected || resolved == nullptr ||
        resolved->kind != ConfigNode::Kind::sequence || resolved->items.empty() ||
        files == nullptr) {
        return failure(
            problem_at(*stored, Code::missing_key, "this is not the run.json of a result"));
    }
    if (auto whole = check_seal(*text, file.string()); !whole) return failure(whole.error());
    if (run >= resolved->items.size())
        return failure(
            out_of_range(fmt::format("there is no variant {}", run), resolved->items.size()));
    StoredRun found{restored_json(resolved->items[run]), restored_json(*files)};
    // Conditions on the answers do not change the queue.
    std::erase_if(found.scenario.entries,
                  [](ConfigNode::Entry const& entry) { return entry.key == "expect"; });
    return found;
}

Result<std::vector<ResolvedRun>> stored_runs(std::filesystem::path const& folder,
                                             ConfigNode const& policy) {
    auto const document = read_yaml(folder / "run.json");
    if (!document) return failure(document.error());
    ConfigNode const* resolved = document->find("resolved");
    std::size_t const count =
        resolved == nullptr ? 1 : std::max<std::size_t>(1, resolved->items.size());
    std::vector<ResolvedRun> all;
    for (std::size_t i = 0; i < count; ++i) {
        auto stored = stored_run(folder, i);
        if (!stored) return failure(stored.error());
        Library from_result;
        from_result.stored = std::make_shared<ConfigNode const>(std::move(stored->files));
        if (policy.kind != ConfigNode::Kind::null) {
            ConfigNode over;
            over.kind = ConfigNode::Kind::mapping;
            over.entries.push_back({"policy", policy, policy});
            merge_onto(stored->scenario, std::move(over));
        }
        auto runs = resolve_all({Variant{{}, std::move(stored->scenario)}}, from_result);
        if (!runs) return failure(runs.error());
        for (ResolvedRun& run : *runs) all.push_back(std::move(run));
    }
    return all;
}

Result<ReplayedRun> replay_result(std::filesystem::path const& folder,
                                  ReplicateMoment const& moment,
                                  slurm::JobObserver* observer) {
    auto const run = stored_replicate(folder, moment);
    if (!run) return failure(run.error());
    if (run->slurm == nullptr) return failure(needs_slurm(run->scenario));
    QueueSetup const setup = queue_setup(*run);
    SlurmSimulation queue = sample_slurm(setup, moment.replicate).simulation;
    queue.controller().observe(observer);
    Instant const submitted = submission_instant(setup, moment.replicate);
    queue.run_until(std::min(moment.at, submitted));
    std::vector<std::pair<std::string, std::int32_t>> jobs;
    if (moment.at >= submitted) {
        auto const numbers = submit_jobs(queue, run->jobs, {setup.seed, moment.replicate});
        for (std::size_t j = 0; j < numbers.size(); ++j) {
            std::int32_t last = -1;
            for (std::size_t const number : numbers[j]) {
                // All tasks of an array have its ID.
                std::int32_t const id = queue.outcome(number).job_id;
                if (id != last) jobs.emplace_back(run->jobs[j].spec.name, id);
                last = id;
            }
        }
        queue.run_until(moment.at);
    }
    queue.controller().observe(nullptr);
    return ReplayedRun{std::move(queue),
                       submitted,
                       Instant{whole_span(run->scenario.background).count},
                       std::move(jobs)};
}

}  // namespace clustersim
