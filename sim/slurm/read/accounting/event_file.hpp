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
/// The words before the bar may be in any order, and -sim-walltime anywhere. A job with the name
/// jobid_17 gets number 17, any other job the number of its line. Fractions of seconds are rounded
/// down for submissions and up for run times; a job without -sim-walltime, or with a negative one,
/// runs until its limit, at most a year. Lines that are empty or begin with # are ignored.
///
/// Fails with every problem at once, each with its line: unknown events, wrong times, options that
/// sbatch would refuse.
Result<ImportedJobs> read_event_file(std::filesystem::path const& path);

}  // namespace clustersim::slurm
