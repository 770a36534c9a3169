// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A job in the words of sbatch, which say more than the keys of a scenario.
struct SbatchJob {
    slurm::JobRequest request;  ///< its user, account and run time are those of the study
    /// The partitions of the machine file with nodes that suit it; first the one in which the empty machine starts it.
    std::vector<std::string> groups;
};

}  // namespace clustersim
