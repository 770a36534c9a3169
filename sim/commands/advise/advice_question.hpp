// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/variants.hpp"
#include "sim/study/job_script.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// What a user asks about a job script.
struct AdviceQuestion {
    JobScript script;
    std::string system;              ///< name or path of the machine
    std::optional<Seconds> runtime;  ///< of the job, if the user knows it
    Settings settings;               ///< of the command line
};

}  // namespace clustersim
