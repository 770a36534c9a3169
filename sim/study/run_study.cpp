// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_study.hpp"

#include "sim/scenario/resolve_job.hpp"
#include "sim/study/campaign_results.hpp"
#include "sim/study/efficiency.hpp"
#include "sim/study/parallel.hpp"
#include "sim/study/placed_answer.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace clustersim {
namespace {

/// Runs with the same queue, which are therefore tried in the same replicates.
struct QueueGroup {
    QueueSetup setup;
    std::vector<std::size_t> runs;  ///< indices of the study's runs
    std::vector<Submission> submissions;
    std::vector<ReplicateAnswer> replicates;
};

auto queue_key(ResolvedRun const& run) {
    BackgroundSpec const& b = run.scenario.background;
    return std::tuple(run.system.get(),
                      run.partition,
                      run.scenario.scheduler,
                      run.slurm.get(),
                      run.mix.get(),
                      b.load,
                      b.warm_up,
                      b.window,
                      run.scenario.seed,
                      run.scenario.replicates);
}

}  // namespace

QueueSetup queue_setup(ResolvedRun const& run) {
    QueueSetup setup{
        .scheduler = {}, .background = run.scenario.background, .seed = run.scenario.seed};
    if (run.slurm != nullptr) {
        setup.scheduler = run.slurm;
    } else {
        setup.scheduler = PolicySetup{.shape = pool_shape(*run.partition, *run.node_type),
                                      .policy = find_policy(run.scenario.scheduler),
                                      .mix = run.mix,
                                      .partition = partition_shape(*run.partition, *run.node_type)};
    }
    return setup;
}

namespace {

std::vector<QueueGroup> group_by_queue(std::vector<ResolvedRun> const& runs) {
    std::vector<QueueGroup> groups;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        auto const same = std::ranges::find_if(groups, [&](QueueGroup const& group) {
            return queue_key(runs[group.runs.front()]) == queue_key(runs[i]);
        });
        QueueGroup& group = same != groups.end() ? *same : groups.emplace_back();
        if (group.runs.empty()) {
            group.setup = queue_setup(runs[i]);
            group.replicates.resize(static_cast<std::size_t>(runs[i].scenario.replicates));
        }
        group.runs.push_back(i);
        group.submissions.emplace_back(runs[i].jobs);
    }
    return groups;
}

bool was_simulated(ReplicateAnswer const& replicate) {
    return !replicate.samples.empty();
}

/// Simulates every replicate of every group on the workers; false if interrupted before the end.
bool simulate_all(std::vector<QueueGroup>& groups, RunOptions const& options) {
    std::vector<std::pair<std::size_t, std::size_t>> tasks;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t r = 0; r < groups[g].replicates.size(); ++r) tasks.emplace_back(g, r);
    bool const all_taken = run_parallel(
        tasks.size(),
        options.workers,
        options.interrupted,
        options.progress,
        [&](std::size_t t) {
            auto const [g, r] = tasks[t];
            groups[g].replicates[r] =
                simulate_replicate(groups[g].setup, r, groups[g].submissions, options.interrupted);
        });
    return all_taken && std::ranges::all_of(groups, [](QueueGroup const& group) {
               return std::ranges::all_of(group.replicates, was_simulated);
           });
}

RunTerms terms_of(ResolvedRun const& run, QueueGroup const& group) {
    Scenario const& scenario = run.scenario;
    RunTerms terms{scenario.seed, scenario.replicates, scenario.scheduler, {}};
    if (run.mix == nullptr) return terms;
    BackgroundSpec const& background = scenario.background;
    auto const simulated = std::ranges::find_if(group.replicates, was_simulated);
    terms.background = {background.mix,
                        background.load,
                        simulated == group.replicates.end() ? 0.0 : simulated->jobs_per_day,
                        background.window,
                        background.warm_up};
    return terms;
}

RunAnswer answer_of(ResolvedRun const& run,
                    QueueGroup const& group,
                    std::size_t submission,
                    Diagnostics& warnings) {
    RunAnswer answer{
        run.variant.settings, run.variant.label(), run.place, terms_of(run, group), {}};
    for (std::size_t j = 0; j < run.jobs.size(); ++j) {
        JobOutcome outcome(run.jobs[j].prediction);
        for (ReplicateAnswer const& replicate : group.replicates) {
            // A replicate that was interrupted or not started has no samples.
            if (was_simulated(replicate))
                outcome.samples.push_back(replicate.samples[submission][j]);
        }
        settle_runs(outcome, run.jobs[j], run, warnings);
        answer.outcomes.push_back(std::move(outcome));
    }
    return answer;
}

/// Warns of jobs that had not started a day after all other jobs had left the queue.
void warn_never_started(Study& study) {
    for (RunAnswer const& run : study.runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            Starts const starts = starts_of(outcome);
            if (starts.always_started()) continue;
            Diagnostic d = problem(Code::never_fits,
                                   fmt::format("job \"{}\"{}{} {}",
                                               outcome.job,
                                               run.label.empty() ? "" : " at ",
                                               run.label,
                                               never_started_text(starts)));
            d.severity = Severity::warning;
            study.warnings.add(std::move(d));
        }
    }
}

}  // namespace

Study run_study(std::vector<ResolvedRun> const& runs, RunOptions const& options) {
    Study study;
    study.title = runs.front().scenario.title;
    for (ResolvedRun const& run : runs) study.warnings.append_unsaid(run.warnings);
    std::vector<QueueGroup> groups = group_by_queue(runs);
    study.complete = simulate_all(groups, options);
    study.runs.resize(runs.size());
    for (QueueGroup const& group : groups)
        for (std::size_t s = 0; s < group.runs.size(); ++s)
            study.runs[group.runs[s]] = answer_of(runs[group.runs[s]], group, s, study.warnings);
    warn_never_started(study);
    add_efficiencies(study.runs);
    add_campaign_results(study, runs);
    if (study.complete && runs.front().mix != nullptr) {
        study.timeline = queue_timeline(groups.front().setup, 0, options.interrupted);
        study.complete = !(options.interrupted && options.interrupted());
    }
    return study;
}

}  // namespace clustersim
