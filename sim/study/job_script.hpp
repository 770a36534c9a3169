// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/study/srun_line.hpp"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A job script as sbatch reads it: the request of its `#SBATCH` lines, and where each option is given.
struct JobScript {
    slurm::JobRequest request;
    std::map<std::string, ConfigNode, std::less<>> places;  ///< by option, without its dashes
    ConfigNode whole;                                       ///< for messages about the script
    std::vector<SrunLine> steps;
    bool exports_cpus_per_task = false;  ///< it sets SRUN_CPUS_PER_TASK
    Diagnostics remarks;                 ///< errors, warnings and notes, with their places

    [[nodiscard]] bool gives(std::string_view option) const { return places.contains(option); }
    /// The place of the first of these options that is given; else that of the whole script.
    [[nodiscard]] ConfigNode const& place_of(std::initializer_list<std::string_view> options) const;
};

/// Reads a job script, then options of the command line (`options`), which replace those of the
/// script. Unknown options and what sbatch ignores are warnings, placeholders such as `<project>`
/// are notes; values and forms that sbatch refuses (DOS line breaks, a byte order mark, no `#!`)
/// and a heterogeneous job are errors. All of them are kept with the script, because the checks
/// against the machine may add others. Fails if the text is not a job script. `text` are the bytes
/// of the file.
Result<JobScript> read_job_script(std::string_view text,
                                  std::string name,
                                  std::string const& options,
                                  slurm::Clock const& clock);

}  // namespace clustersim
