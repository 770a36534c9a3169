// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/results/job_record.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/replay/outcomes.hpp"
#include "sim/slurm/replay/replay.hpp"
#include "sim/study/replay_summary.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace clustersim {

/// The kind of a trace file.
enum class TraceKind {
    by_name,  ///< by its name: .events, .csv, else Standard Workload Format
    swf,
    events,  ///< of the Buffalo Slurm simulator
    jobs     ///< jobs.csv of `import`
};

/// Equal nodes under a Slurm with its defaults.
struct PlainCluster {
    std::int32_t nodes = 0;
    std::int32_t cores = 1;  ///< of each
};

/// A trace and the site to which its jobs are submitted.
struct SlurmReplayQuestion {
    std::filesystem::path trace;
    TraceKind kind = TraceKind::by_name;
    SwfOptions swf;  ///< which jobs to use, for any kind of trace; processors are the site's CPUs
    std::variant<GivenDocument, PlainCluster> site;  ///< a site file, or no site of its own
    ConfigNode policy;  ///< changes of the site (read/machine/policy.hpp); null: none
};

/// The question with its files read.
struct SlurmReplayInput {
    std::shared_ptr<slurm::Site const> site;
    slurm::ImportedJobs jobs;  ///< at least one
    Diagnostics warnings;      ///< of the policy
};

/// Maintenance of the policy is counted from the first submission.
/// Errors: those of the readers of sites, policies and traces; CS0107 for a cluster larger than any real one; CS0302 if no job
/// is left.
Result<SlurmReplayInput> read_slurm_replay(SlurmReplayQuestion const& question);

struct SlurmReplayAnswer {
    std::vector<slurm::ReplayedJob> jobs;  ///< all of the trace
    slurm::OutcomeCounts counts;
    std::vector<JobRecord> records;        ///< of the jobs that ran, one unit per CPU
    std::optional<ReplaySummary> summary;  ///< absent: no job ever started
};

/// Submits the jobs and runs until no job can start or end any more; nothing if interrupted. `trace`: its name, for the
/// summary.
std::optional<SlurmReplayAnswer> replay_under_slurm(SlurmReplayInput const& input,
                                                    std::string const& trace,
                                                    slurm::ReplayOptions const& options = {});

}  // namespace clustersim
