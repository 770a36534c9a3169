// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/placed_step.hpp"
#include "models/machine/node_places.hpp"
#include "sim/scenario/partition_fabric.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/training.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim {

/// A training job that can be predicted on any nodes.
struct PlacedTraining {
    TrainingSetup setup;
    TrainingWork work;
    TrainingPrediction typical;  ///< on a typical placement
    Duration beside{};           ///< time there in addition to its steps: staging, loading
    NetworkDetail network = NetworkDetail::closed;
    std::shared_ptr<PartitionFabric const> fabric;  ///< null under closed
    NodePlaces places;  ///< of the partition's nodes among those of their type
    /// Maps a node of the queue to the node of the partition, or -1. Empty: the queue has exactly the partition's
    /// nodes.
    std::vector<std::int32_t> number;
};

}  // namespace clustersim
