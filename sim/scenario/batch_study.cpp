// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/batch_study.hpp"

#include "sim/scenario/parallel.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// Batches of each replicate: enough for a 99 % quantile over twenty of them.
constexpr int batches_per_replicate = 200;

/// One job of one variant in one replicate.
struct Task {
    std::size_t run;
    std::size_t job;
    std::size_t replicate;
    Result<StepDistribution> answer = StepDistribution{};
};

/// Replicates differ a little by their nodes alone: what spreads by less than a hundredth has no tail.
Elbow visible_elbow(std::vector<Duration> const& ascending) {
    if (ascending.back() < ascending.front() * 1.01) return {1.0, ascending.back()};
    return elbow_of(ascending);
}

std::vector<Task> tasks_of(Study const& study, std::vector<ResolvedRun> const& runs) {
    std::vector<Task> tasks;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (std::size_t job = 0; job < runs[run].jobs.size(); ++job) {
            if (runs[run].jobs[job].training == nullptr) continue;
            auto const& samples = study.runs[run].outcomes[job].samples;
            for (std::size_t replicate = 0; replicate < samples.size(); ++replicate) {
                if (!samples[replicate].nodes.own.empty()) tasks.push_back({run, job, replicate});
            }
        }
    }
    return tasks;
}

void answer(Task& task, Study const& study, std::vector<ResolvedRun> const& runs) {
    ResolvedRun const& run = runs[task.run];
    task.answer =
        sample_batches(*run.fabric,
                       *run.jobs[task.job].training,
                       study.runs[task.run].outcomes[task.job].samples[task.replicate].nodes,
                       {.neighbours = run.scenario.network == NetworkDetail::flow_background,
                        .seed = run.scenario.seed,
                        .replicate = task.replicate,
                        .batches = batches_per_replicate});
}

}  // namespace

void add_batches(Study& study, std::vector<ResolvedRun> const& runs, RunOptions const& options) {
    std::vector<Task> tasks = tasks_of(study, runs);
    if (tasks.empty()) return;
    bool const complete =
        run_parallel(tasks.size(), options.workers, options.interrupted, {}, [&](std::size_t t) {
            answer(tasks[t], study, runs);
        });
    study.complete = study.complete && complete;
    for (auto first = tasks.begin(); first != tasks.end();) {
        auto const last = std::find_if(first, tasks.end(), [&](Task const& task) {
            return std::pair(task.run, task.job) != std::pair(first->run, first->job);
        });
        BatchTimes times;
        double replicates = 0.0;
        for (auto task = first; task != last; ++task) {
            if (!task->answer) {
                study.warnings.append_unsaid(task->answer.error());
                continue;
            }
            if (task->answer->batches.empty()) continue;
            times.quiet += task->answer->quiet;
            replicates += 1.0;
            std::ranges::copy(task->answer->batches, std::back_inserter(times.ascending));
        }
        if (replicates > 0.0) {
            times.quiet = times.quiet / replicates;
            std::ranges::sort(times.ascending);
            times.elbow = visible_elbow(times.ascending);
            study.runs[first->run].outcomes[first->job].batches = std::move(times);
        }
        first = last;
    }
}

}  // namespace clustersim
