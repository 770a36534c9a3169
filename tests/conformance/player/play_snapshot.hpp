// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "tests/conformance/player/play.hpp"
#include "tests/conformance/player/workload.hpp"

#include <cstdint>
#include <filesystem>

namespace clustersim::slurm::conformance {

/// A snapshot of a recording: what collect.sh wrote, when, and the recorded table, which says which
/// row of jobs.csv has which id of Slurm.
struct SnapshotPlay {
    std::filesystem::path archive;
    std::filesystem::path recorded;
    std::int64_t at_s = 0;
};

/// Takes the queue over from the archive, with the run times and the later submissions of the
/// workload, and writes the start of every job that started after it: job_id, start_s.
Result<void> play_snapshot(Workload const& workload,
                           SnapshotPlay const& from,
                           PlayOptions const& options,
                           std::filesystem::path const& out);

}  // namespace clustersim::slurm::conformance
