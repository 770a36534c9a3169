// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/site.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The jobs of a queue as a table: the columns of jobs.csv that describe the request, and those of
/// the job's state. Empty columns are left out. Seconds are from the origin.
std::string write_queue_csv(std::span<QueuedJob const> jobs, Site const& site);

/// Reads that table. Reports every problem with its place.
Result<std::vector<QueuedJob>> read_queue_csv(NamedText const& text, Site const& site);

}  // namespace clustersim::slurm
