// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_study.hpp"

#include <cstddef>
#include <functional>

namespace clustersim {

struct RunOptions {
    Library library;
    unsigned workers = 1;
    std::function<bool()> interrupted;                       ///< asked now and then
    std::function<void(std::size_t, std::size_t)> progress;  ///< replicates done, of all
};

/// The queue that a run's jobs meet.
QueueSetup queue_setup(ResolvedRun const& run);

/// Answers every run. Each replicate samples its own background load, simulates it up to a random instant of
/// the window and, for every variant that meets the same queue, submits the study's jobs there on a
/// copy: variants are compared in the same queue (common random numbers) and do not disturb each
/// other. The answer does not depend on the number of workers.
Study run_study(std::vector<ResolvedRun> const& runs, RunOptions const& options);

}  // namespace clustersim
