// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/time_text.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// What reading sbatch's options came to. The request holds what was understood in any case.
struct SbatchReading {
    std::vector<std::string> problems;      ///< unknown options and wrong values, one line each
    std::vector<std::string> not_modelled;  ///< options that do something in Slurm and nothing here
    std::vector<std::string> rest;          ///< the script and its arguments
};

/// Reads options as sbatch's command line has them, long or short, into a request; options without
/// influence on the schedule (--output, --mail-type …) are passed over. A later option replaces an
/// earlier one, and what the request held before. The options end at "--" or the first word that is
/// none.
SbatchReading
read_sbatch_words(std::span<std::string const> words, Clock const& clock, JobRequest& request);

/// The same for a text of words, with quotes as a shell has them.
SbatchReading read_sbatch_line(std::string_view line, Clock const& clock, JobRequest& request);

/// The `#SBATCH` lines in front of the first command of a script. Read before the command line.
SbatchReading read_sbatch_script(std::string_view script, Clock const& clock, JobRequest& request);

/// The words of a line: blanks separate, quotes and backslashes as in a shell, a word that begins
/// with '#' starts a comment. A quote without an end goes to the end of the line.
std::vector<std::string> shell_words(std::string_view line);

}  // namespace clustersim::slurm
