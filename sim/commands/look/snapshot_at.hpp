// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"
#include "sim/study/result_replay.hpp"

namespace clustersim {

/// The state that Slurm's commands would show at a moment of a result, with the accounting of all jobs up to then.
/// Errors are those of replay_result.
Result<slurm::Snapshot> snapshot_at(std::filesystem::path const& folder,
                                    ReplicateMoment const& moment);

}  // namespace clustersim
