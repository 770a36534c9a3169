// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/report/format.hpp"
#include "sim/study/slurm_replay.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// A replay under the emulated Slurm, and the files to write.
struct SlurmReplayOptions {
    SlurmReplayQuestion question;
    std::uint64_t seed = 1;            ///< of the failures of nodes
    bool reference_cycles = false;     ///< run every scheduling cycle in full
    std::filesystem::path starts;      ///< written if not empty
    std::filesystem::path outcomes;    ///< written if not empty
    std::filesystem::path report;      ///< likewise
    std::vector<std::string> changes;  ///< of the policy, for the report
    Format format = Format::table;
};

void replay_slurm(SlurmReplayOptions const& options, CommandContext& context);

}  // namespace clustersim
