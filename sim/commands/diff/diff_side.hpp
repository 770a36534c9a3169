// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/node_pools.hpp"
#include "sim/core/quantity.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/controller/failure_log.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The jobs of one trace or replicate under one policy.
struct DiffSample {
    /// By submission, number and task. The same job on another side has the same number and task; sizes are what was
    /// allocated, starts and ends those of the last run. A job that has not ended still ran when the simulation ended.
    Past past;
    std::vector<std::size_t> pools;  ///< of the nodes on which each job ran (NodePools)
    Instant from, to;  ///< the jobs submitted and the capacity between these are compared
    slurm::FailureLog failures = {};
};

/// Mean power of a node from the grid, with the facility's overhead.
struct NodeDraw {
    Watts busy{};
    Watts idle{};
};

/// One of the things that are compared.
struct DiffSide {
    std::string name;
    std::vector<DiffSample> samples;           ///< as many on every side
    std::int64_t nodes = 0;                    ///< that its jobs may use; 0: not known
    std::int64_t cpus = 0;                     ///< of these nodes
    std::vector<std::int64_t> pool_cpus{};     ///< the same by pool; empty: all are one pool
    std::shared_ptr<NodePools const> pools{};  ///< of its site; absent: it is not known
    bool nodes_fail = false;                   ///< its policy has failures or outages
    std::optional<NodeDraw> draw;              ///< absent: the power of the nodes is not known
};

/// Sides with the same submissions.
struct DiffSides {
    std::vector<DiffSide> sides;  ///< the first is the one that the others are compared with
    /// False if users reacted to the queue, so that the jobs of the sides are different ones.
    bool same_jobs = true;
};

}  // namespace clustersim
