// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_side.hpp"
#include "sim/history/past_job.hpp"
#include "sim/study/slurm_replay.hpp"
#include "sim/study/work.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustersim {

/// A trace under one site, or what became of its jobs in an earlier replay or a real queue.
struct NamedReplay {
    std::string name;
    std::variant<SlurmReplayInput, Past> input;
    std::uint64_t seed = 1;  ///< of the failures of nodes
};

/// Replays the trace under every site, as many at a time as there are workers. The inputs have the same jobs. Recorded
/// outcomes are taken to be of the machine of the first site, if there is one, and their users are those of its trace
/// if the table does not name them. Nothing if interrupted.
std::optional<DiffSides> replay_sides(std::vector<NamedReplay> const& replays, Work const& work);

}  // namespace clustersim
