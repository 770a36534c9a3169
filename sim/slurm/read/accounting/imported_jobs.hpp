// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The recorded outcome of a job.
struct RecordedOutcome {
    std::optional<Instant> start, end;
    std::string state;  ///< "COMPLETED"; empty if not recorded
    std::string nodes;  ///< a hostlist
};

/// A submission of a trace.
struct ImportedJob {
    JobRequest request;
    std::optional<Instant> cancel;  ///< time of an scancel, if the job has not ended before
    RecordedOutcome recorded;
};

/// The jobs of a trace, by submission; equal instants in the order of the file.
struct ImportedJobs {
    std::vector<ImportedJob> jobs;
    Diagnostics notes;                 ///< what was left out or has no effect
    std::vector<std::string> ignored;  ///< unused columns, fields and options
    std::string origin;                ///< the date of second 0; empty if there is none
};

}  // namespace clustersim::slurm
