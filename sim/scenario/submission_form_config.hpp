// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/scenario/scenario.hpp"

#include <vector>

namespace clustersim {

/// Reads `count`, `array`, `after` and `singleton` of a job, whose other keys have been read.
void read_submission_form(Reader& reader, JobSpec& job);

/// Sets the tasks of an array. Errors, at `place`: a malformed text, more tasks than a study simulates.
Result<void> set_array(SubmissionForm& form, slurm::ArrayRequest array, ConfigNode const& place);

/// Reports conditions on jobs that do not exist or wait for each other, and `corr` without arrays.
void check_conditions(std::vector<JobSpec> const& jobs, Diagnostics& problems);

}  // namespace clustersim
