// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/loaded_system.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What one job may have of a Slurm partition, as managers of workflows want to know it. Absent: the machine's file
/// does not know it, or there is no limit.
struct QueueLimits {
    std::string name;  ///< argument of `sbatch -p`
    Purpose purpose = Purpose::production;
    bool whole_nodes = false;
    std::optional<Seconds> max_time;
    std::optional<int> max_nodes;
    std::optional<int> cores;              ///< of a node
    std::optional<long> memory_mib;        ///< of a node
    std::optional<int> gpus;               ///< of a node; 0: none
    std::optional<int> max_gpus;           ///< of a job
    std::vector<std::string> gpu_types;    ///< TYPE of --gres=gpu:TYPE:N
    std::vector<std::string> constraints;  ///< of `sbatch -C`, one for each kind of node
    std::string qos;  ///< whose limits count, because a job that names none gets it
    std::vector<std::string> other_qos;
};

/// The Slurm partitions of a machine, in the order of its file. Where a partition has nodes of several kinds, the limits are
/// those of the largest.
std::vector<QueueLimits> queue_limits(LoadedSystem const& machine);

}  // namespace clustersim
