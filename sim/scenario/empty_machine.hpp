// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/site.hpp"

#include <memory>
#include <optional>
#include <string>

namespace clustersim {

/// How a job starts on the empty machine; for an array, the first task that starts.
struct EmptyMachineStart {
    std::string partition;         ///< in which it starts, in Slurm's words, as is the QOS
    std::string qos;               ///< empty without accounting
    std::optional<Seconds> limit;  ///< absent: none
    slurm::Allocation allocation;
};

/// What Slurm does with a job on the empty machine.
struct EmptyMachineAnswer {
    std::optional<std::string> refusal;  ///< why it never starts, in Slurm's words
    EmptyMachineStart start;             ///< if it starts
};

/// Submits the job to an empty machine. How long it runs does not matter. While maintenance or another reservation keeps
/// its nodes, at most for 30 days, the job waits.
EmptyMachineAnswer ask_empty_machine(std::shared_ptr<slurm::Site const> const& site,
                                     slurm::JobRequest request);

}  // namespace clustersim
