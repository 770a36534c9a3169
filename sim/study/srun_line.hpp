// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <memory>
#include <vector>

namespace clustersim {

/// A line of a job script that starts a step with srun. Options that do not concern resources, and those whose values
/// are variables of the shell, are left out of the request.
struct SrunLine {
    ConfigNode place;
    slurm::JobRequest request;
    bool gives_cores = false;  ///< it has --cpus-per-task, whatever the value
};

/// The srun lines of a script, in their order. Lines that end in a backslash are continued by the next one.
std::vector<SrunLine> srun_lines(std::shared_ptr<SourceText const> const& script);

}  // namespace clustersim
