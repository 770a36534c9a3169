// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "models/billing/billing.hpp"
#include "models/energy/energy.hpp"
#include "models/failure/campaign.hpp"
#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/scenario/input_costs.hpp"
#include "sim/scenario/placed_training.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The queue's part of one replicate: when the job was submitted, when it started and how it went on.
struct QueueSample {
    Instant submitted;
    Instant started;  ///< Instant::never(): not before the queue had run dry
    std::shared_ptr<TrainingRun const> run{};  ///< the last, where its nodes matter; else null
    Seconds held{};                            ///< how long it holds its nodes, in all its runs
    bool cut = false;                          ///< its limit ends it
    /// Why it never started or, once requeued, never again: "pending: QOSMaxJobsPerUserLimit".
    std::string reason{};
    std::optional<JobCourse> course{};  ///< of a job that started and that others may stop
    [[nodiscard]] bool has_started() const { return started != Instant::never(); }
    [[nodiscard]] Seconds wait() const { return started - submitted; }
    /// From its submission to its real end, with all its runs and waits; nothing when it never came to
    /// an end of its own: it never started, was cancelled for others, or waits for ever.
    [[nodiscard]] std::optional<Seconds> turnaround() const;
};

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

/// A long run cut into submissions that go on from checkpoints.
struct CampaignAnswer {
    CampaignPlan plan;
    CampaignUncertainty uncertainty;
    Bytes size{};       ///< of a checkpoint
    std::string store;  ///< that it is written to
    Duration mtbf{};    ///< of the whole job
    NodeShare share;
    NodePower power;
    double utilisation = 1.0;                  ///< of the devices while training
    std::optional<CampaignForecast> forecast;  ///< none where the job never starts
    Bill bill;                                 ///< of the mean campaign, as is the energy
    EnergyUse energy;
};

/// The answers for one job of one variant: when it starts, how fast it runs, what it costs.
struct JobOutcome {
    std::string job;
    int nodes = 0;
    int gpus = 0;        ///< schedulable devices in the whole job; 0 on CPU nodes
    Seconds walltime{};  ///< asked of the scheduler
    /// Predicted, cut at the walltime. Where the nodes matter: of the median replicate, with the range
    /// that all replicates span. Of a job that others stopped: the time that it held its nodes in all its
    /// runs, as are cost and energy.
    Estimate<Duration> runtime;
    bool times_out = false;            ///< that run time is longer than the walltime
    bool ends_idle = false;            ///< the site ends it for leaving its accelerators idle
    std::vector<QueueSample> samples;  ///< one per replicate, in their order
    std::optional<PreemptionAnswer> preemption;  ///< where others may stop the job
    std::optional<TrainingPrediction> training;  ///< of the same replicate as the run time
    double training_share = 1.0;                 ///< of the run time, in which steps run as planned
    std::optional<InputCosts> input;             ///< of jobs with a dataset or uneven devices
    std::optional<CampaignAnswer> campaign;      ///< of jobs with checkpoints
    std::optional<BatchTimes> batches;           ///< where the network was looked at
    std::optional<double> efficiency;  ///< throughput per device against the sweep's fewest nodes
    std::optional<double> epoch_efficiency;  ///< the same of whole epochs, where epochs are counted
    Bill bill;
    EnergyUse energy;
};

}  // namespace clustersim
