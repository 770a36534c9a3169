// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/sbatch_reading.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// Reads the options of an sbatch command line, long or short, into a request. Options that do not
/// affect the schedule (--output, --mail-type …) are ignored. A later option replaces an earlier
/// one and the request's previous value. The options end at "--" or at the first word that is not
/// an option.
SbatchReading
read_sbatch_words(std::span<std::string const> words, Clock const& clock, JobRequest& request);

/// Reads a line of words, with quotes as in a shell.
SbatchReading read_sbatch_line(std::string_view line, Clock const& clock, JobRequest& request);

/// Splits a line into words at blanks, with quotes and backslashes as in a shell; a word that
/// begins with '#' starts a comment. A quote that is not closed extends to the end of the line.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace clustersim::slurm
