// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_study.hpp"

#include "sim/scenario/job_submission.hpp"
#include "sim/scenario/typical_background.hpp"
#include "sim/study/after_chains.hpp"
#include "sim/study/campaign_results.hpp"
#include "sim/study/changes.hpp"
#include "sim/study/efficiency.hpp"
#include "sim/study/missed_backlog.hpp"
#include "sim/study/placed_answer.hpp"
#include "sim/study/queue_groups.hpp"
#include "sim/study/queue_store.hpp"
#include "sim/study/queue_study.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/settle_warm_ups.hpp"
#include "sim/study/shown_replicate.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustersim {
namespace {

bool may_keep(ResolvedRun const& run, RunOptions const& options) {
    Scenario const& scenario = run.scenario;
    return options.queues != nullptr && !scenario.whole_queue && !scenario.precision &&
           static_cast<std::size_t>(scenario.replicates) <= options.queues->queues.most();
}

std::vector<QueueGroup> group_by_queue(std::vector<ResolvedRun> const& runs,
                                       RunOptions const& options) {
    std::vector<QueueGroup> groups;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        auto const same = std::ranges::find_if(groups, [&](QueueGroup const& group) {
            return same_queue(runs[group.runs.front()], runs[i]);
        });
        QueueGroup& group = same != groups.end() ? *same : groups.emplace_back();
        if (group.runs.empty()) {
            group.setup = queue_setup(runs[i]);
            if (may_keep(runs[i], options)) group.identity = queue_identity(runs[i]);
            group.replicates.resize(static_cast<std::size_t>(runs[i].scenario.replicates));
        }
        group.runs.push_back(i);
        group.submissions.emplace_back(runs[i].jobs);
    }
    return groups;
}

/// The runs whose waits are recorded: more are no help to readers and would fill the memory.
constexpr std::size_t most_watched_runs = 24;

void watch_first_runs(std::vector<QueueGroup>& groups) {
    for (QueueGroup& group : groups)
        group.setup.watched = static_cast<std::size_t>(
            std::ranges::lower_bound(group.runs, most_watched_runs) - group.runs.begin());
}

/// The release whose rules decided, and whether the machine's file names it.
std::string rules_of(ResolvedRun const& run) {
    auto const rules = slurm::rules_text(run.slurm->site->settings.release);
    ConfigNode const* settings = run.system->system.slurm.find("settings");
    bool const named = run.system->system.has_slurm_file() ||
                       (settings != nullptr && settings->find("release") != nullptr);
    return named ? rules : rules + ", assumed";
}

/// Whether the backlog is that of the machine file: the user did not request it, so there is no
/// warning that users keep another one.
bool has_default_backlog(ResolvedRun const& run) {
    auto const settled = settled_background(run);
    return std::ranges::find(settled, "background.backlog", &LeafValue::path) != settled.end();
}

RunTerms terms_of(ResolvedRun const& run, QueueGroup const& group) {
    Scenario const& scenario = run.scenario;
    RunTerms terms{
        scenario.seed, static_cast<std::int64_t>(group.replicates.size()), scenario.scheduler, {}};
    if (run.slurm != nullptr) terms.rules = rules_of(run);
    if (run.mix == nullptr) return terms;
    BackgroundSpec const& background = scenario.background;
    auto const simulated = std::ranges::find_if(group.replicates, was_simulated);
    terms.background = {background.mix,
                        background.load,
                        background.backlog,
                        background.basis,
                        {},
                        simulated == group.replicates.end() ? 0.0 : simulated->jobs_per_day,
                        background.others,
                        submission_span(group.setup),
                        background.warm_up.value(),
                        begins_steady(group.setup)};
    for (ReplicateAnswer const& replicate : group.replicates)
        if (was_simulated(replicate)) terms.background.queues.push_back(replicate.queue);
    return terms;
}

/// Null if the whole queue was not observed.
std::shared_ptr<WholeQueue const> whole_queue_of_group(QueueGroup const& group) {
    if (!group.setup.whole_queue) return nullptr;
    std::vector<WholeQueueSample> samples;
    for (ReplicateAnswer const& replicate : group.replicates)
        if (was_simulated(replicate) && replicate.whole_queue)
            samples.push_back(*replicate.whole_queue);
    return std::make_shared<WholeQueue const>(whole_queue_of(samples, counts_nodes(group.setup)));
}

RunAnswer answer_of(ResolvedRun const& run,
                    QueueGroup const& group,
                    std::size_t submission,
                    Diagnostics& warnings) {
    RunAnswer answer{
        run.variant.settings, run.variant.label(), run.place, terms_of(run, group), {}};
    for (std::size_t j = 0; j < run.jobs.size(); ++j) {
        JobOutcome outcome(run.jobs[j].prediction);
        outcome.queue = group.whole_queue;
        for (ReplicateAnswer const& replicate : group.replicates) {
            // A replicate that was interrupted or not started has no samples.
            if (was_simulated(replicate))
                std::ranges::copy(replicate.samples[submission][j],
                                  std::back_inserter(outcome.samples));
        }
        settle_runs(outcome, run.jobs[j], run_of(run.jobs[j], run), warnings);
        answer.outcomes.push_back(std::move(outcome));
    }
    return answer;
}

/// The jobs that wait for others: their starts after chains, and the sums of all jobs.
void settle_pipeline(RunAnswer& answer, std::vector<ResolvedJob> const& jobs) {
    bool const waits = std::ranges::any_of(
        jobs, [](ResolvedJob const& job) { return !job.spec.form.after.empty(); });
    if (!waits) return;
    settle_after_chains(answer.outcomes, jobs);
    answer.pipeline = pipeline_of(answer.outcomes);
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

Study run_study(std::vector<ResolvedRun> runs, RunOptions const& options) {
    settle_warm_ups(runs, options);
    Study study;
    study.title = runs.front().scenario.title;
    study.show_differences = runs.front().scenario.differences;
    for (ResolvedRun const& run : runs) study.warnings.append_unsaid(run.warnings);
    std::vector<QueueGroup> groups = group_by_queue(runs, options);
    if (options.timeline) watch_first_runs(groups);
    study.complete = simulate_all(groups, runs, options, study.warnings);
    study.runs.resize(runs.size());
    for (QueueGroup& group : groups) group.whole_queue = whole_queue_of_group(group);
    for (QueueGroup const& group : groups)
        for (std::size_t s = 0; s < group.runs.size(); ++s)
            study.runs[group.runs[s]] = answer_of(runs[group.runs[s]], group, s, study.warnings);
    add_campaign_results(study, runs);
    for (std::size_t r = 0; r < runs.size(); ++r) settle_pipeline(study.runs[r], runs[r].jobs);
    warn_never_started(study);
    for (std::size_t r = 0; r < runs.size(); ++r)
        if (!has_default_backlog(runs[r]))
            study.warnings.append_unsaid(missed_backlog(study.runs[r]));
    add_efficiencies(study.runs);
    if (study.show_differences) add_changes(study);
    if (options.timeline && study.complete && runs.front().mix != nullptr) {
        std::vector<RunAnswer const*> first;
        for (std::size_t const run : groups.front().runs) first.push_back(&study.runs[run]);
        ShownReplicate shown = shown_replicate(first);
        study.timeline =
            queue_timeline(groups.front().setup, shown.number, options.work.interrupted);
        study.timeline.shown = std::move(shown);
        study.complete = !options.work.is_interrupted();
    }
    return study;
}

}  // namespace clustersim
