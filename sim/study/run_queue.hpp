// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/queue_study.hpp"

#include <string>

namespace clustersim {

/// The queue in which a run's jobs are submitted.
QueueSetup queue_setup(ResolvedRun const& run);

/// True if two runs of a study have the same background load in the same queue, and sample it alike.
bool same_queue(ResolvedRun const& a, ResolvedRun const& b);

/// All that determines the queue of a run, by value: the jobs of two runs with equal values are
/// submitted to the same queues, even if their files were read at different times. Empty on an
/// empty machine.
std::string queue_identity(ResolvedRun const& run);

}  // namespace clustersim
