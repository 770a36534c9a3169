// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A submission before the snapshot; times from the snapshot's origin.
struct PastSubmission {
    slurm::JobRequest request;
    std::optional<Seconds> run;  ///< absent: it had not ended by the snapshot
};

/// What a site's accounting says of the time before a snapshot.
struct PastJobs {
    std::string name;                         ///< of the file, without its folder
    std::vector<PastSubmission> submissions;  ///< by submission, all before the snapshot
    /// The jobs that had ended by the snapshot, as the accounting names them, known until the last event before the
    /// snapshot; times are Unix times.
    Past ended;
    std::vector<std::string> notes;  ///< what was left out or assumed, as sentences
};

/// Reads the output of `sacct --parsable2` for the cluster of a snapshot. Nothing after the snapshot
/// is used. Jobs of partitions that the snapshot does not have are left out. Users without an
/// association there, where one is needed, count as users who have one, always the same ones.
/// `hash_key`: that of the snapshot's hashed names. Times are read as UTC. Errors: those of the reader
/// of sacct dumps (broken rows are left out and counted); no job before the snapshot.
Result<PastJobs> read_past_jobs(std::filesystem::path const& file,
                                std::optional<std::string> const& hash_key,
                                slurm::QueueSnapshot const& snapshot);

}  // namespace clustersim
