// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/recorded_queue.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <cstdint>

namespace clustersim {

/// The queue of one replicate under a policy for teaching, in the form of an accounting of Slurm, which the exports
/// read. It is simulated to `end`, then until the study's jobs have ended, at most to `last`. The jobs have no user,
/// account or QOS; their CPUs, memory and devices are those that the emulated Slurm would request for them.
RecordedQueue
recorded_policy_queue(ResolvedRun const& run, std::uint64_t replicate, Instant end, Instant last);

}  // namespace clustersim
