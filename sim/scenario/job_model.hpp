// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/generic_job.hpp"
#include "sim/scenario/input_cache.hpp"

#include <memory>
#include <optional>

namespace clustersim {

/// What predicts the run time of a job. Neither is set for a job with a known run time.
struct JobModel {
    std::optional<Application> training;
    std::optional<GenericSetup> generic;
    /// The tree of the application's file; null for a job with a known run time.
    std::shared_ptr<ConfigNode const> document;
};

/// Loads the application of a job, and the machine of its measurements. Problems point at the job.
Result<JobModel> job_model(JobSpec const& job, InputCache& inputs);

/// The same on a device, under the current release of its application's software unless the job names one.
Result<JobModel>
model_on(JobSpec const& job, JobModel const& model, Accelerator const* device, InputCache& inputs);

/// Whether the job needs accelerators; nothing if any node will do, or if its application is not known.
std::optional<bool> needs_accelerators(JobSpec const& job, InputCache& inputs);

}  // namespace clustersim
