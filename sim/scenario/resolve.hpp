// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/scenario/library.hpp"
#include "sim/scenario/placed_training.hpp"
#include "sim/scenario/slurm_queue.hpp"
#include "sim/scenario/study.hpp"
#include "sim/scenario/training.hpp"
#include "sim/workload/mix.hpp"

#include <memory>
#include <vector>

namespace clustersim {

/// One job with everything known before the queue is simulated.
struct ResolvedJob {
    JobSpec spec;
    StudyJob request;   ///< what the scheduler sees; submit and id are set later
    JobOutcome answer;  ///< as on a typical placement; complete but for the wait and the batches
    /// Of a job whose run time depends on its nodes; else null.
    std::shared_ptr<PlacedTraining const> training;
};

/// One variant with every name looked up and every cost known: ready to run.
struct ResolvedRun {
    Variant variant;
    Scenario scenario;
    std::shared_ptr<LoadedSystem const> system;
    Partition const* partition = nullptr;           ///< of *system
    NodeType const* node_type = nullptr;            ///< of *system
    std::shared_ptr<Mix const> mix;                 ///< null on an empty machine
    std::shared_ptr<SlurmSetup const> slurm;        ///< null under a policy for teaching
    std::shared_ptr<PartitionFabric const> fabric;  ///< null under `network: closed`
    RunPlace place;
    std::vector<ResolvedJob> jobs;
    Diagnostics warnings;
};

/// Resolves every variant, reporting all problems of all of them; the same problem met by several
/// variants is told once. Impossible requests (never fits, over a limit, out of memory) are errors.
Result<std::vector<ResolvedRun>> resolve_all(std::vector<Variant> const& variants,
                                             Library const& library);

}  // namespace clustersim
