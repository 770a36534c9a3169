// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/billing/billing.hpp"
#include "models/machine/catalogue.hpp"
#include "models/machine/recorded_wait.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/scenario/job_prediction.hpp"
#include "sim/scenario/placed_training.hpp"
#include "sim/scenario/read_inputs.hpp"
#include "sim/scenario/run_place.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/slurm_setup.hpp"
#include "sim/scenario/variants.hpp"
#include "sim/workload/mix.hpp"

#include <memory>
#include <string>
#include <vector>

namespace clustersim {

struct ResolvedRun;

/// Nodes of one kind, on each of which a job holds the same.
struct HeldNodes {
    Partition const* partition = nullptr;  ///< of the run's system
    NodeShare share;
};

/// One job with everything known before the queue is simulated.
struct ResolvedJob {
    JobSpec spec;
    StudyJob request;          ///< the request to the scheduler; submit and id are set later
    JobPrediction prediction;  ///< on a typical placement
    std::string qos;           ///< its name in the machine file; empty: none, or limits are waived
    std::string qos_choice;    ///< why that QOS; empty if the user named it or there is none
    /// The application's file; null for a job with a known run time.
    std::shared_ptr<ConfigNode const> application;
    /// Set for a job whose run time depends on its nodes; else null.
    std::shared_ptr<PlacedTraining const> training;
    /// The same for a job on several nodes whose answer is that of a typical placement because it
    /// has checkpoints.
    std::shared_ptr<PlacedTraining const> typical;
    /// The run on the partition that the job names; null if that is the run's.
    std::shared_ptr<ResolvedRun const> elsewhere;
    /// The nodes that a job in the words of sbatch holds on the empty machine; for other jobs they
    /// follow from the keys.
    std::vector<HeldNodes> held;
};

/// One variant with every name looked up and every cost known: ready to run.
struct ResolvedRun {
    Variant variant;
    Scenario scenario;
    std::shared_ptr<LoadedSystem const> system;
    std::shared_ptr<LoadedSystem const> machine;    ///< the system without the scenario's policy
    Partition const* partition = nullptr;           ///< of *system
    std::string partition_choice;                   ///< why that one; empty if the user named it
    NodeType const* node_type = nullptr;            ///< of *system
    std::shared_ptr<Mix const> mix;                 ///< null on an empty machine
    std::shared_ptr<SlurmSetup const> slurm;        ///< null under a policy for teaching
    std::shared_ptr<PartitionFabric const> fabric;  ///< null under `network: closed`
    RunPlace place;
    std::vector<ResolvedJob> jobs;
    Diagnostics warnings;
    std::shared_ptr<GridHours const> grid;     ///< of the machine's country; null unless asked for
    std::shared_ptr<ReadInputs const> inputs;  ///< all that was read for the study
    /// The recorded waits that narrow the range of the backlog before the simulation; empty if the
    /// backlog is given or no waits are known.
    std::vector<RecordedWait> evidence;
};

/// The run as one of its jobs sees it, with the job's own partition if it names one.
inline ResolvedRun const& run_of(ResolvedJob const& job, ResolvedRun const& run) {
    return job.elsewhere != nullptr ? *job.elsewhere : run;
}

}  // namespace clustersim
