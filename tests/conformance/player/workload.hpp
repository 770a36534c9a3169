// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/request/admin_command.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

/// A row of jobs.csv. Its dependency still refers to rows of the file.
struct Submission {
    std::string job_id;
    std::string submit_text;  ///< submit_s as written
    std::int64_t at_ms = 0;
    JobRequest request;
    std::string refused;  ///< the message of sbatch itself, before it asks a controller
};

/// A command of cluster.json, with its time.
struct Event {
    std::int64_t at_ms = 0;
    std::vector<std::string> words;
};

/// A folder with cluster.json and jobs.csv: a cluster and its events.
struct Workload {
    Site site;
    std::vector<Submission> submissions;
    std::vector<Event> events;
    std::vector<Reservation> reservations;  ///< made before the first job
    std::vector<std::string> remarks;       ///< on unknown keys and columns
    std::int64_t horizon_s = 30 * 86400;
    std::int64_t stuck_s = 4 * 3600;
};

Result<Workload> read_workload(std::filesystem::path const& folder);

/// The rows of a CSV file with a header, as column -> cell.
using CsvRow = std::map<std::string, std::string>;
Result<std::vector<CsvRow>> read_csv(std::filesystem::path const& path);

}  // namespace clustersim::slurm::conformance
