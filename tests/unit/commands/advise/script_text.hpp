// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_script.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The script with these lines after its first one.
inline JobScript script_of(std::string const& lines, std::string const& options = {}) {
    slurm::Clock const clock{Instant{0}, Seconds{1'700'000'000}};
    return read_job_script("#!/bin/bash\n" + lines, "job.sbatch", options, clock).value();
}

/// The messages of a severity, each with its line: "3: sbatch ignores …".
inline std::vector<std::string> remarks_of(Diagnostics const& all, Severity severity) {
    std::vector<std::string> found;
    for (Diagnostic const& one : all.items())
        if (one.severity == severity)
            found.push_back(std::to_string(one.where.line) + ": " + one.message);
    return found;
}

}  // namespace clustersim
