// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/scenario/placed_training.hpp"
#include "sim/sched/placed_work.hpp"

#include <cstdint>
#include <memory>

namespace clustersim {

/// How a training job ran on the nodes that it got.
struct TrainingRun final : PlacedRun {
    TrainingRun(TrainingPrediction on_nodes, Duration beside);

    TrainingPrediction prediction;  ///< a step is the mean of the batches
    Estimate<Duration> held;        ///< of it and what it spends beside, if nobody stops it
    StepDistribution batches;       ///< empty where all are alike: closed, without noise
    Diagnostics problems;           ///< why it is the typical run; empty where it is not
};

/// One simulated queue of a study: the number of the replicate under the seed of the scenario.
struct Replicate {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
};

/// The run on given nodes: the closed forms over the levels that the nodes span, or the flows on their
/// fabric, alone or among the jobs that run as it starts, which stand for all that come later.
std::shared_ptr<TrainingRun const>
run_training(PlacedTraining const& training, NodesInUse const& nodes, Replicate replicate);

/// What the scheduler of one replicate is given to ask. Null for null.
std::shared_ptr<PlacedWork const> work_in(std::shared_ptr<PlacedTraining const> training,
                                          Replicate replicate);

}  // namespace clustersim
