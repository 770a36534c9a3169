// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// What a checkpoint moves.
struct CheckpointVolume {
    Bytes size{};     ///< in the file system
    Bytes written{};  ///< by the node that writes most
    Bytes read{};     ///< by each node that goes on from it

    /// As many nodes as would write it at the pace of the one that writes most.
    [[nodiscard]] int writers() const;
};
/// Of which every node writes and reads an equal part.
CheckpointVolume even_volume(Bytes size, int nodes);

/// Which way a job's state goes out of its nodes.
struct CheckpointPath {
    Bandwidth write{};     ///< to the file system, of one node
    Bandwidth read{};      ///< of one node
    Bandwidth snapshot{};  ///< from the devices into the memory of one node
    bool asynchronous = false;
};

/// What one checkpoint costs.
struct CheckpointCost {
    Duration block{};    ///< pause of the training
    Duration drain{};    ///< from then on until the checkpoint can be used
    Duration restore{};  ///< reading it again
};

/// Synchronous: training waits for the file system. Asynchronous: only for a copy in memory, which is
/// written while training goes on.
CheckpointCost checkpoint_cost(CheckpointVolume const& volume, CheckpointPath const& path);

/// The interval of computation between two checkpoints that loses the least time.
Duration young_interval(Duration block, Duration mtbf);
Duration daly_interval(Duration block, Duration mtbf);

/// Expected time of `work` with a checkpoint after each `interval` of it, where a failure costs
/// `restart` and what was computed since the last checkpoint.
Duration
expected_time(Duration work, Duration interval, Duration block, Duration restart, Duration mtbf);

}  // namespace clustersim
