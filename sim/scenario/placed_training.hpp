// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/placed_step.hpp"
#include "sim/scenario/partition_fabric.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/training.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim {

/// A training job to be asked about on any nodes.
struct PlacedTraining {
    TrainingSetup setup;
    TrainingWork work;
    TrainingPrediction typical;  ///< on a typical placement
    Duration beside{};           ///< what it spends there beside its steps: staging, loading
    NetworkDetail network = NetworkDetail::closed;
    std::shared_ptr<PartitionFabric const> fabric;  ///< null under closed
    int first_node = 0;                             ///< of the partition among those of its type
    /// Node of the partition that a node of the queue is, or -1. Empty: the queue has just these.
    std::vector<std::int32_t> number;
};

}  // namespace clustersim
