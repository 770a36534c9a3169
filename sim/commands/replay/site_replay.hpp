// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/slurm_replay.hpp"
#include "sim/study/work.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How long do the jobs of a trace wait under the emulated Slurm of a site?
struct SiteReplayQuestion {
    SlurmReplayQuestion replay;        ///< its policy is that of the changes
    std::vector<std::string> changes;  ///< of the site's policy: "KEY=VALUE", or a file
    std::uint64_t seed = 1;            ///< of the failures of nodes
    bool reference_cycles = false;     ///< run every scheduling cycle in full
};

struct SiteReplayAnswer {
    SlurmReplayInput input;                     ///< with the warnings of its reading
    std::optional<SlurmReplayAnswer> replayed;  ///< absent: interrupted
};

/// Reads site, trace and changes, and replays the trace. Errors: those of read_slurm_replay() and of the changes.
Result<SiteReplayAnswer> replay_at_site(SiteReplayQuestion const& question, Work const& work);

}  // namespace clustersim
