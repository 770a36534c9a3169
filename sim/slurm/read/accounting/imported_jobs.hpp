// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/core/time.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// What a record of the past says became of a job.
struct RecordedOutcome {
    std::optional<Instant> start, end;
    std::string state;  ///< "COMPLETED"; empty when nothing is recorded
    std::string nodes;  ///< a hostlist
};

/// A submission of a trace.
struct ImportedJob {
    JobRequest request;
    std::optional<Instant> cancel;  ///< when scancel takes it, if nothing ended it before
    RecordedOutcome recorded;
};

/// The jobs of a trace, by submission; equal instants in the order of the file.
struct ImportedJobs {
    std::vector<ImportedJob> jobs;
    Diagnostics notes;                 ///< what was set aside or does nothing here
    std::vector<std::string> ignored;  ///< columns, fields and options that were not used
    std::string origin;                ///< the date of second 0, empty when there is none
};

}  // namespace clustersim::slurm
