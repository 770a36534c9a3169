// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/scenario/site_limits.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// Under what the site lets a job in.
struct Admission {
    Limits limits;
    std::string qos;         ///< its name in Slurm, empty under the other policies
    std::string qos_name;    ///< as the machine file says
    std::string qos_choice;  ///< why that one
};

/// The limits under which the site admits the job, or why it does not: CS0203, or a QOS that is not known.
/// With `chained`, the job is one of several submissions, each of which would ask for that long if it may.
Result<Admission> admission_of(ResolvedRun const& run,
                               JobSpec const& spec,
                               LimitedRequest const& request,
                               std::optional<Seconds> chained = std::nullopt);

/// The admission of a job whose run time is known, and its walltime, which goes into the job's answer:
/// what it states, else what the prediction suggests; with checkpoints at most what the site allows, under
/// the QOS that allows most. `admission` is the one by its size alone.
Result<Admission> settle_walltime(ResolvedJob& job, ResolvedRun const& run, Admission admission);

}  // namespace clustersim
