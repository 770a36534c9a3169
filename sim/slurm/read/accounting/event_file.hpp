// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <filesystem>

namespace clustersim::slurm {

/// Reads an event file of the Slurm simulator of the University at Buffalo (N. Simakov et al.),
/// plain or compressed, `-` for standard input. Each line is
///
///   -dt SECONDS -e submit_batch_job | -sim-walltime SECONDS OPTIONS-OF-SBATCH SCRIPT
///   -dt SECONDS -e cancel_job | -J NAME        (or a job's number)
///
/// in which the order of the words before the bar is free, as is the place of -sim-walltime. A job
/// called jobid_17 is number 17, any other one has the number of its line. Fractions of seconds are
/// cut off a submission and added to a run time; a job without -sim-walltime, or with a negative one,
/// runs until its limit. Lines that are empty or begin with # are passed over.
///
/// Fails with every problem at once, each with its line: unknown events, wrong times, what sbatch
/// would refuse to read.
Result<ImportedJobs> read_event_file(std::filesystem::path const& path);

}  // namespace clustersim::slurm
