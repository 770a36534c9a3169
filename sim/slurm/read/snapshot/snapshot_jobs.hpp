// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/snapshot/snapshot_files.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace clustersim::slurm {

/// More tasks than an array can have: the largest MaxArraySize of Slurm.
inline constexpr std::int64_t largest_array = 4'000'001;

/// The jobs of an archive, in Slurm's order. Times are Unix seconds.
struct SnapshotJobs {
    std::vector<QueuedJob> jobs;
    std::optional<std::int64_t> last_pass;    ///< of the main scheduler, as far as jobs show it
    std::optional<std::int64_t> last_tested;  ///< the same, of jobs that it could not start
    std::int64_t without_limit = 0;           ///< running or pending jobs without a time limit
    std::int64_t completing = 0;              ///< left out: they end within moments
    std::int64_t suspended = 0;               ///< taken as running
    bool from_squeue = false;                 ///< without cores, devices and most of the request
    std::unordered_set<std::int64_t> suspended_ids;
    std::int64_t broken = 0;  ///< lines without a job id or a state, left out
    std::vector<std::string>
        doubtful;          ///< ids listed twice, words that a name imitates, as sentences
    std::string overfull;  ///< what nodes hold beyond what they have; empty: nothing
    std::vector<std::string> not_understood;  ///< words that were ignored, with the number of jobs
};

/// Reads the jobs of `scontrol show job`, or of squeue if that is hidden, one for each id. A line without a job id or
/// a state, and an unknown word or value of a job, is ignored and counted. Fails if there is text but no job.
Result<SnapshotJobs> read_snapshot_jobs(SnapshotFiles const& files, Site const& site);

}  // namespace clustersim::slurm
