// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/billing/billing.hpp"
#include "models/energy/energy.hpp"
#include "models/energy/start_hours.hpp"
#include "models/failure/campaign.hpp"
#include "sim/core/time.hpp"
#include "sim/scenario/generic_job.hpp"
#include "sim/scenario/input_costs.hpp"
#include "sim/scenario/run_place.hpp"
#include "sim/scenario/training.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A long run split into submissions that resume from checkpoints, before any wait is known.
struct PlannedCampaign {
    CampaignPlan plan;
    CampaignUncertainty uncertainty;
    Bytes size{};       ///< of a checkpoint
    std::string store;  ///< the store it is written to
    Duration mtbf{};    ///< of the whole job
    NodeShare share;
    NodePower power;
    double utilisation = 1.0;  ///< of the devices while training
};

/// The prediction for one job of one variant from its start on: run time and cost.
struct JobPrediction {
    std::string job;
    std::optional<RunPlace> own_place;  ///< of a job that names a partition or QOS; else the run's
    int tasks = 1;  ///< of an array, or equal jobs; what follows is of each of them
    bool may_be_ineligible = false;  ///< may be eligible to start only after its submission
    int nodes = 0;
    int gpus = 0;        ///< schedulable devices in the whole job; 0 on CPU nodes
    Seconds walltime{};  ///< requested
    std::vector<std::string>
        sbatch;                  ///< the options that request it; empty under a policy for teaching
    Estimate<Duration> runtime;  ///< cut at the walltime
    bool times_out = false;      ///< the job runs into its walltime
    bool ends_idle = false;      ///< the site ends it because its accelerators are idle
    std::optional<TrainingPrediction> training;  ///< of training jobs
    std::optional<GenericPrediction> generic;    ///< of other applications
    double training_share = 1.0;      ///< share of the run time in which steps run as planned
    std::optional<InputCosts> input;  ///< of jobs with a dataset or uneven devices
    std::optional<PlannedCampaign> campaign;  ///< of jobs with checkpoints
    Bill bill;
    EnergyUse energy;
    std::optional<AskedHours> hours;  ///< set if the scenario compares hours of start
};

}  // namespace clustersim
