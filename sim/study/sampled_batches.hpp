// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/placed_step.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/partition_fabric.hpp"
#include "sim/sched/placed_work.hpp"

#include <cstdint>

namespace clustersim {

/// The traffic of the other jobs.
enum class Neighbours {
    none,     ///< no other job sends
    bursts,   ///< they send at fixed times, even if the links are slow
    reacting  ///< as bursts, but a burst with less bandwidth takes longer (SimGrid)
};

/// One job of one replicate, and its neighbours.
struct BatchQuestion {
    Neighbours neighbours = Neighbours::none;
    ComputeNoise noise;
    std::uint64_t seed = 0;
    std::uint64_t replicate = 0;
    int batches = 1;
};

/// A job's batches on its allocated nodes.
struct PlacedBatches {
    StepTime step;  ///< the mean of the batches
    StepDistribution
        batches;  ///< empty if none were requested; then `step` is without other traffic
};

/// Simulates the job's batches on its allocated nodes. Neighbours with several nodes send over all ports of their
/// nodes: half of the neighbours around rings in the order of their nodes, as training does, the others to random
/// nodes of their own, as in one step of an all-to-all. No site publishes their traffic. For each neighbour, the
/// share of time in which it sends is sampled uniformly from 0 to 0.5, and the length of its step log-uniformly from
/// 0.1 to 10 s. Fails if placed_step fails or, with reacting neighbours, SimGridEngine.
Result<PlacedBatches> sample_batches(PartitionFabric const& place,
                                     TrainingSetup const& setup,
                                     NodesInUse const& nodes,
                                     BatchQuestion const& question);

/// The same by the closed forms over the levels that the placement spans. Other jobs are ignored.
Result<PlacedBatches>
sample_batches(TrainingSetup const& setup, FabricSpan const& span, BatchQuestion const& question);

}  // namespace clustersim
