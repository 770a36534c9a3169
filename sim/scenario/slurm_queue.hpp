// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/engine/slurm_simulation.hpp"
#include "sim/scenario/slurm_setup.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/workload/partition_shape.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace clustersim {

/// The limits of background jobs: the widest of the partition.
PartitionShape partition_shape(Partition const& partition, NodeType const& type);

/// The other jobs of one replicate.
struct SlurmBackground {
    std::unique_ptr<SubmissionSource> source;
    double offered_load = 0.0;              ///< of this replicate, in the partition under study
    double jobs_per_day = 0.0;              ///< expected in any replicate, of all partitions
    std::vector<slurm::PastUsage> usage{};  ///< from before the origin
};

/// How a queue begins: with an empty machine, or with what ran and waited before (queue_past.hpp).
enum class QueueBegin { empty, steady };

/// Samples the background load of one replicate over [0, span).
SlurmBackground sample_slurm_background(SlurmSetup const& setup,
                                        QueueBegin begin,
                                        Seconds span,
                                        std::uint64_t seed,
                                        std::uint64_t replicate);

/// The queue at its origin, before the first submission of that background. The phases of Slurm's loops are sampled,
/// because they are arbitrary at a real site.
SlurmSimulation start_slurm(SlurmSetup const& setup,
                            SlurmBackground background,
                            std::uint64_t seed,
                            std::uint64_t replicate);

}  // namespace clustersim
