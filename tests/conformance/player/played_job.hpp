// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

/// One run of a job on its nodes.
struct PlayedRun {
    Instant start;
    Instant end;
    std::string nodes;
    std::string state;
};

/// A row of the recorder's table: the outcome of a job or of a task of an array.
struct PlayedJob {
    std::string job_id;  ///< of jobs.csv; "12_3" for a task
    std::string submit_text;
    std::optional<Instant> eligible, start, end;
    std::string state;
    std::string nodes;
    std::int32_t node_count = 0;
    std::int32_t cpus = 0;
    std::optional<std::uint32_t> priority_submit;
    std::uint32_t priority_last = 0;
    std::string partition;
    std::int32_t restarts = 0;
    std::string reason;
    std::string gres;
    std::vector<PlayedRun> runs;
    std::int32_t slurm_id = 0;  ///< 0: rejected, only state and reason are set
};

/// Writes the rows as the recorder does; returns false if the file cannot be written.
bool write_table(std::filesystem::path const& path, std::vector<PlayedJob> const& rows);

}  // namespace clustersim::slurm::conformance
