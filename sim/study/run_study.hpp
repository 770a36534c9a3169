// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolved_run.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// Answers every run. Each replicate samples its own background load and simulates it up to a random instant of the
/// window. There it submits the study's jobs of each variant with the same queue, on a copy of the queue: variants are
/// compared in the same queue (common random numbers) and do not affect each other. The answer does not depend on the
/// number of workers.
Study run_study(std::vector<ResolvedRun> runs, RunOptions const& options);

}  // namespace clustersim
