// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_study.hpp"

namespace clustersim {

/// The queue in which a run's jobs are submitted.
QueueSetup queue_setup(ResolvedRun const& run);

/// True if two runs have the same background load in the same queue.
bool same_queue(ResolvedRun const& a, ResolvedRun const& b);

}  // namespace clustersim
