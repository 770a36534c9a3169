// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "sim/scenario/job_prediction.hpp"
#include "sim/study/queue_sample.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace clustersim {

/// What others did to a job that they may stop, over the replicates in which it started.
struct PreemptionAnswer {
    double requeues = 0.0;     ///< mean
    std::int64_t stopped = 0;  ///< replicates in which others stopped it at least once
    std::int64_t unfinished =
        0;  ///< replicates in which it was cancelled for others or never resumed
    /// Time whose work was not lost, over the time that nodes were held; of a job with checkpoints the
    /// whole run has its own.
    double goodput = 1.0;
};

/// Times of single batches on the nodes that a job got, over all replicates.
struct BatchTimes {
    Duration quiet{};                 ///< mean over the replicates of a step nobody disturbs
    std::vector<Duration> ascending;  ///< at least one
    Elbow elbow;                      ///< of their cumulative distribution
};

/// How a run over several submissions went in all replicates, and what the mean one costs.
struct CampaignResult {
    CampaignForecast forecast;
    Bill bill;
    EnergyUse energy;
};

/// The answers for one job of one variant: the prediction, brought up to date by what the replicates met,
/// and when it starts. Where the nodes matter, training, run time, cost and energy are those of the median
/// replicate, with the range that all replicates span. Of a job that others stopped, the run time is the
/// time that it held its nodes in all its runs, as are cost and energy.
struct JobOutcome : JobPrediction {
    JobOutcome() = default;
    /// Before any replicate.
    explicit JobOutcome(JobPrediction prediction) : JobPrediction(std::move(prediction)) {}

    std::vector<QueueSample> samples;            ///< one per replicate, in their order
    std::optional<PreemptionAnswer> preemption;  ///< if others may stop the job
    std::optional<BatchTimes> batches;           ///< if the network was looked at
    /// Of jobs with checkpoints that start in every replicate.
    std::optional<CampaignResult> campaign_result;
    std::optional<double> efficiency;  ///< throughput per device against the sweep's fewest nodes
    std::optional<double> epoch_efficiency;  ///< the same of whole epochs, where epochs are counted
};

}  // namespace clustersim
