// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/placed_step.hpp"
#include "sim/core/result.hpp"
#include "sim/scenario/partition_fabric.hpp"
#include "sim/sched/placed_work.hpp"

#include <cstdint>

namespace clustersim {

/// What the other jobs do to the links.
enum class Neighbours {
    none,     ///< nothing: nobody else sends
    bursts,   ///< they send now and then, however slow that is
    reacting  ///< as bursts, and a burst that gets less of the links takes longer; by SimGrid
};

/// One job of one replicate, and who is around it.
struct BatchQuestion {
    Neighbours neighbours = Neighbours::none;
    ComputeNoise noise;
    std::uint64_t seed = 0;
    std::uint64_t replicate = 0;
    int batches = 1;
};

/// A job's batches on the nodes it got.
struct PlacedBatches {
    StepTime step;             ///< as long as the mean of the batches
    StepDistribution batches;  ///< empty when none were asked for: `step` is undisturbed
};

/// Times the job's batches on the nodes it got. Neighbours of several nodes send over all ports of their
/// nodes: half of them around rings in the order of their nodes, as training does, the others to any node
/// of theirs, as in one turn of an all-to-all. What they do no site publishes: for each the share of the
/// time is sampled uniformly from 0 to 0.5, the length of a step log-uniformly from 0.1 to 10 s. Fails where
/// placed_step and, with reacting neighbours, SimGridEngine do.
Result<PlacedBatches> sample_batches(PartitionFabric const& place,
                                     TrainingSetup const& setup,
                                     NodesInUse const& nodes,
                                     BatchQuestion const& question);

/// The same by the closed forms over what the placement spans: nobody else sends, whatever the question.
Result<PlacedBatches>
sample_batches(TrainingSetup const& setup, FabricSpan const& span, BatchQuestion const& question);

}  // namespace clustersim
