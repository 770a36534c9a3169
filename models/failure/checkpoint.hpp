// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// Bytes that a checkpoint moves.
struct CheckpointVolume {
    Bytes size{};     ///< in the file system
    Bytes written{};  ///< by the node that writes most
    Bytes read{};     ///< by each node that resumes from it

    /// Number of nodes that would write it if all wrote as much as the node that writes most.
    [[nodiscard]] int writers() const;
};
/// A volume of which every node writes and reads an equal part.
CheckpointVolume even_volume(Bytes size, int nodes);
/// The same checkpoint if every node writes an equal part, or if one node writes all of it.
CheckpointVolume written_evenly(CheckpointVolume volume, int nodes);
CheckpointVolume written_by_one(CheckpointVolume volume);

/// Rates at which a job's state leaves and enters its nodes.
struct CheckpointPath {
    Bandwidth write{};     ///< to the file system, of one node
    Bandwidth read{};      ///< of one node
    Bandwidth snapshot{};  ///< from the devices into the memory of one node
    bool asynchronous = false;
};

/// Times of one checkpoint.
struct CheckpointCost {
    Duration block{};    ///< pause of the training
    Duration drain{};    ///< from then until the checkpoint can be used
    Duration restore{};  ///< reading it again
};

/// Synchronous: training waits for the file system. Asynchronous: training waits only for a copy in
/// memory, which is written while training continues.
CheckpointCost checkpoint_cost(CheckpointVolume const& volume, CheckpointPath const& path);

/// The same cost if a checkpoint follows the earlier one after `interval` of work: training waits until that one is
/// written.
CheckpointCost with_interval(CheckpointCost cost, Duration interval);

/// The interval of computation between two checkpoints that loses the least time.
Duration young_interval(Duration block, Duration mtbf);
Duration daly_interval(Duration block, Duration mtbf);

/// Expected time of `work` with a checkpoint after each `interval` of it; a failure costs `restart`
/// and the work since the last checkpoint.
Duration
expected_time(Duration work, Duration interval, Duration block, Duration restart, Duration mtbf);

}  // namespace clustersim
