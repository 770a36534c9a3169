// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "sim/scenario/job_prediction.hpp"
#include "sim/study/queue_sample.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace clustersim {

struct WholeQueue;

/// Preemptions of a job, over the replicates in which it started.
struct PreemptionAnswer {
    double requeues = 0.0;     ///< mean
    std::int64_t stopped = 0;  ///< replicates, or tasks of them, that were preempted at least once
    std::int64_t unfinished = 0;  ///< those that were preempted and cancelled or never resumed
    /// Time whose work was not lost, divided by the time that nodes were held. For a job with checkpoints, see the
    /// whole run's goodput instead.
    double goodput = 1.0;
};

/// Times of single batches on a job's allocated nodes, over all replicates.
struct BatchTimes {
    Duration quiet{};                 ///< step time without other traffic, mean over the replicates
    std::vector<Duration> ascending;  ///< at least one
    Elbow elbow;                      ///< of their cumulative distribution
};

/// The 95 % quantile minus the 5 % quantile of the calendar time if only one source varies.
struct CampaignSpread {
    Duration queue{};     ///< without failures
    Duration model{};     ///< without failures
    Duration failures{};  ///< their times, and their rate in its range
};

/// A mean minus that of the sweep's first run.
struct PairedChange {
    double value = 0.0;
    std::optional<double>
        half_width;  ///< of the 95 % interval; nothing for fewer than 3 replicates
};

/// The course of a run over several submissions in all replicates, and its mean cost.
struct CampaignResult {
    CampaignForecast forecast;
    CampaignSpread spread;
    Bill bill;
    EnergyUse energy;
};

/// The answers for one job of one variant: the prediction, updated by the results of the replicates, and the starts. If
/// the run time depends on the nodes, training, run time, cost and energy are those of the median replicate, and the
/// range spans all replicates. For a preempted job, run time, cost and energy count all its runs.
struct JobOutcome : JobPrediction {
    JobOutcome() = default;
    /// Before any replicate.
    explicit JobOutcome(JobPrediction prediction) : JobPrediction(std::move(prediction)) {}

    /// One per replicate and task: those of the first replicate come first.
    std::vector<QueueSample> samples;
    std::optional<PreemptionAnswer> preemption;  ///< if the job can be preempted
    std::optional<BatchTimes> batches;           ///< if the network was simulated
    /// For jobs with checkpoints that start in every replicate.
    std::optional<CampaignResult> campaign_result;
    std::optional<double> efficiency;  ///< throughput per device against the sweep's fewest nodes
    std::optional<double> epoch_efficiency;  ///< the same of whole epochs, where epochs are counted
    std::shared_ptr<WholeQueue const> queue;  ///< all jobs of the run's queue, if it was observed
    std::optional<PairedChange> wait_change, turnaround_change;  ///< s; not of the first run
    std::optional<PairedChange> queue_wait_change, queue_slowdown_change;  ///< of the whole queue

    /// The replicates that were simulated.
    [[nodiscard]] std::size_t replicates() const {
        return samples.size() / static_cast<std::size_t>(tasks);
    }
};

}  // namespace clustersim
