// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/diff/diff_side.hpp"
#include "sim/study/slurm_replay.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A trace under one site.
struct NamedReplay {
    std::string name;
    SlurmReplayInput input;
    std::uint64_t seed = 1;  ///< of the failures of nodes
};

/// Replays the trace under every site, as many at a time as there are workers. The inputs have the same jobs. Nothing
/// if interrupted.
std::optional<DiffSides> replay_sides(std::vector<NamedReplay> const& replays,
                                      unsigned workers,
                                      std::function<bool()> const& interrupted);

}  // namespace clustersim
