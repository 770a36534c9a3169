// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <functional>
#include <span>
#include <string>

namespace clustersim::slurm {

struct JobView;

/// Whether a text is the number of a job ("12") or of a task of an array ("12_3"), and so not a
/// name.
bool is_job_number(std::string const& text);

/// Whether a name on a command line means the job: its number, that of its array, or its name. Numbers are no names.
bool names_job(std::string const& name, JobView const& job);

/// The wanted names that no job has, with the nearest one. Slurm's own commands know jobs by number only; the jobs of a
/// study have names as well. `each` hands every job's name to the function that it is given.
Diagnostics
unknown_job_names(std::span<std::string const> wanted,
                  std::function<void(std::function<void(std::string const&)>)> const& each);

}  // namespace clustersim::slurm
