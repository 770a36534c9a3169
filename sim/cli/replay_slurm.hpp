// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/report/format.hpp"
#include "sim/study/slurm_replay.hpp"

#include <filesystem>

namespace clustersim {

/// A replay under the emulated Slurm and what to write of it.
struct SlurmReplayOptions {
    SlurmReplayQuestion question;
    bool reference_cycles = false;   ///< no short cuts in the scheduler's cycles
    std::filesystem::path starts;    ///< written if not empty
    std::filesystem::path outcomes;  ///< written if not empty
    Format format = Format::table;
};

void replay_slurm(SlurmReplayOptions const& options, CommandContext& context);

}  // namespace clustersim
