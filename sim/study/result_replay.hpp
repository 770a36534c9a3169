// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/slurm_simulation.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// A moment in one replicate of a result.
struct ReplicateMoment {
    std::size_t run = 0;  ///< position among the result's variants
    std::uint64_t replicate = 0;
    Instant at;  ///< from the start of the replicate, which includes the warm-up
};

/// The state of a replicate at a moment, from which the queue can be simulated further.
struct ReplayedRun {
    SlurmSimulation queue;
    Instant submitted;  ///< submission of the study's jobs, past or future
    Instant end;        ///< end of the window: no job is submitted later
    /// The study's jobs that have been submitted: names and Slurm job IDs. Equal jobs (`count`) have the same name.
    std::vector<std::pair<std::string, std::int32_t>> jobs;
};

/// One variant of a result, resolved again from its run.json alone, with a known warm-up. Errors: problems of run.json;
/// CS0107 for a run, replicate or moment that the result does not have; CS0110 for a result of another version.
Result<ResolvedRun> stored_replicate(std::filesystem::path const& folder,
                                     ReplicateMoment const& moment);

/// Simulates a replicate of a result again, only from its run.json. The same inputs and seed give the same queue, so
/// the queue itself need not be stored. `observer`, if given, is called for every event of a job up to then. Errors as for
/// stored_replicate, and CS0110 for a result under a scheduler other than Slurm.
Result<ReplayedRun> replay_result(std::filesystem::path const& folder,
                                  ReplicateMoment const& moment,
                                  slurm::JobObserver* observer = nullptr);

/// The part of run.json for one variant of the result.
struct StoredRun {
    ConfigNode scenario;  ///< resolved, without `expect:`
    ConfigNode files;     ///< StudyInputs::files
};
Result<StoredRun> stored_run(std::filesystem::path const& folder, std::size_t run);

/// All variants of a result, resolved again from its run.json alone with the changes of a policy, which may be null.
/// Errors as for stored_run, and those of the policy.
Result<std::vector<ResolvedRun>> stored_runs(std::filesystem::path const& folder,
                                             ConfigNode const& policy);

}  // namespace clustersim
