// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/commands/replay/site_replay.hpp"
#include "sim/report/format.hpp"

#include <filesystem>

namespace clustersim {

/// A replay under the emulated Slurm, and the files to write.
struct SlurmReplayOptions {
    SiteReplayQuestion question;
    std::filesystem::path starts;    ///< written if not empty
    std::filesystem::path outcomes;  ///< likewise
    std::filesystem::path report;    ///< likewise
    Format format = Format::table;
};

void replay_slurm(SlurmReplayOptions const& options, CommandContext& context);

}  // namespace clustersim
