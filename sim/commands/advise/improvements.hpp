// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/asked_job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A change of a script that may let its job end sooner, or cost less.
struct Improvement {
    std::string change;              ///< what to write: "--time=0:30:00"
    std::string condition;           ///< when that is possible: "if that is enough"; empty: always
    ConfigNode place;                ///< the line to change
    slurm::JobRequest request;       ///< of the changed script
    std::optional<Seconds> runtime;  ///< of its job, if it is known
    bool in_two = false;             ///< two such jobs, the second after the first
    bool only_bounds =
        false;  ///< it changes the bound of a run time that is not known, so no end follows from it
};

/// The changes that are worth a simulation: a shorter limit, --time-min, other QOS, fewer nodes, any features, no
/// --exclusive, another width of an array, a chain of two jobs. Not all of them need be possible on the machine.
std::vector<Improvement> improvements(JobScript const& script, AskedJob const& asked);

}  // namespace clustersim
