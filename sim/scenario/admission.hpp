// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/scenario/site_limits.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// The limits and QOS under which a site admits a job.
struct Admission {
    Limits limits;
    std::string qos;         ///< its name in Slurm, empty under the other policies
    std::string qos_name;    ///< its name in the machine file
    std::string qos_choice;  ///< why that one
};

/// The limits under which the site admits the job. Error CS0203 with the reason if it does not, or an unknown QOS. With
/// `chained`, the job is one of several submissions, each of which requests up to that time.
Result<Admission> admission_of(ResolvedRun const& run,
                               JobSpec const& spec,
                               LimitedRequest const& request,
                               std::optional<Seconds> chained = std::nullopt);

/// The admission of a job whose run time is known. Also sets its walltime in the job's answer: the given one, else one
/// that suits the prediction; for a job with checkpoints at most the longest that the site allows, under the QOS that
/// allows most. `admission` is the admission by size only.
Result<Admission> settle_walltime(ResolvedJob& job, ResolvedRun const& run, Admission admission);

}  // namespace clustersim
