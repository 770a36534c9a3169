// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/engine/queue_model.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/training_run.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// The jobs that one variant submits together.
using Submission = std::span<ResolvedJob const>;

/// The place of the job that a condition names.
std::size_t index_of(Submission submission, std::string const& job);

/// Submits the jobs of a replicate at the queue's present instant: each `count` times, and after the jobs that its
/// conditions name, otherwise in the order of the scenario. Returns the numbers that the queue gave: by job, by task.
std::vector<std::vector<std::size_t>>
submit_jobs(QueueModel& queue, Submission submission, Replicate replicate);

}  // namespace clustersim
