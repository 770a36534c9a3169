// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/slurm/controller/controller.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// A moment in one replicate of a result.
struct Moment {
    std::size_t run = 0;  ///< position among the result's variants
    std::uint64_t replicate = 0;
    Instant at;  ///< from the start of the replicate; the study's jobs come after the warm-up
};

/// A replicate as it stood at a moment.
struct ReplayedRun {
    slurm::Controller controller;
    Instant submitted;  ///< when the study's jobs came, or will come
    Instant end;        ///< of the window: nobody comes later
    /// The study's jobs that are there, by name, with what Slurm calls them.
    std::vector<std::pair<std::string, std::int32_t>> jobs;
};

/// Simulates a replicate of a result again, from what its run.json holds, and nothing else: the same
/// inputs and seed give the same queue, so nothing of it needs to be stored. `observer`, if any, is
/// informed of every job on the way.
///
/// Errors: what is wrong with run.json; CS0107 for a run, replicate or moment that the result does not
/// have; CS0110 for a result under another scheduler than Slurm, or of an earlier version.
Result<ReplayedRun> replay_result(std::filesystem::path const& folder,
                                  Moment const& moment,
                                  slurm::JobObserver* observer = nullptr);

/// What run.json keeps of one of the result's variants.
struct StoredRun {
    ConfigNode scenario;  ///< resolved, without what it expects of the answers
    ConfigNode files;     ///< StudyInputs::files
};
Result<StoredRun> stored_run(std::filesystem::path const& folder, std::size_t run);

}  // namespace clustersim
