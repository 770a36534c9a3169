// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/step_distribution.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/scenario/placed_training.hpp"
#include "sim/sched/placed_work.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim {

/// The run of a training job on its allocated nodes.
struct TrainingRun final : PlacedRun {
    TrainingRun(TrainingPrediction on_nodes, Duration beside);

    TrainingPrediction prediction;  ///< its step is the mean of the batches
    Estimate<Duration> held;        ///< total time on the nodes, if it is not preempted
    std::vector<std::int32_t>
        nodes;  ///< on which it ran, by their index in the partition; empty: the typical run
    StepDistribution batches;  ///< empty if all are equal: closed network, no noise
    Diagnostics problems;      ///< why the typical run is used instead; else empty
};

/// One simulated queue of a study: the number of the replicate under the seed of the scenario.
struct Replicate {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
};

/// Predicts the run on given nodes: by closed forms over the levels that the nodes span, or by the flows on their
/// fabric, alone or among the jobs that run when it starts. These represent all later jobs too.
std::shared_ptr<TrainingRun const>
run_training(PlacedTraining const& training, NodesInUse const& nodes, Replicate replicate);

/// The function by which the scheduler of one replicate gets run times. Returns nullptr if given nullptr.
std::shared_ptr<PlacedWork const> work_in(std::shared_ptr<PlacedTraining const> training,
                                          Replicate replicate);

}  // namespace clustersim
