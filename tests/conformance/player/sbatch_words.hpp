// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/request/job_request.hpp"

#include <optional>
#include <span>
#include <string>

namespace clustersim::slurm::conformance {

/// Reads the options of an sbatch command into a request; instants count from `origin`, the Unix
/// time of Instant 0, written as "t+<seconds>" by the caller. Returns what is wrong, if something is.
std::optional<std::string> read_sbatch(std::span<std::string const> words, JobRequest& request);

}  // namespace clustersim::slurm::conformance
