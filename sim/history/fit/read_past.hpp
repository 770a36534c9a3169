// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/log_question.hpp"
#include "sim/history/past_job.hpp"
#include "sim/slurm/request/job_request.hpp"

#include <filesystem>

namespace clustersim {

/// The request of a job of Slurm, which has not started; its names are added to those of `past`.
PastJob requested_job(slurm::JobRequest const& request, Past& past);

/// The jobs of one file, whatever its format; no job is left out. A size above 2^31 - 1 counts as not known.
Result<Past> read_past(std::filesystem::path const& file, LogQuestion const& question);

}  // namespace clustersim
