// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/diff/diff_side.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/run_options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A scenario under one policy.
struct NamedQueue {
    std::string name;
    ResolvedRun run;
};

/// Simulates the background load of every scenario, without its own jobs, and observes the jobs that are submitted in
/// its window. All have the same seed, number of replicates and window, and a Slurm with a background load. The
/// warm-up of all is the longest of any, so that replicates with the same number have the same submissions, unless
/// users react to the queue. A job still waiting two days after the window has not started. Nothing if interrupted.
std::optional<DiffSides> queue_sides(std::vector<NamedQueue> queues, RunOptions const& options);

/// Why these scenarios cannot be compared; empty if they can.
Diagnostics not_comparable(std::vector<NamedQueue> const& queues);

}  // namespace clustersim
