// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/starting_point.hpp"
#include "sim/core/diagnostic.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// True if the job will never start in this queue unless an administrator or its user changes something.
bool can_never_start(slurm::Controller const& controller, QueuedTarget const& target);

/// The same after the scheduler has seen the job: Slurm's reason and the limit behind it, "PartitionTimeLimit: it asks
/// for 7-00:00:00, partition standard allows 1-00:00:00". Nothing if it may start one day.
std::optional<std::string> why_never(StartingPoint const& start);

}  // namespace clustersim
