// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"

#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A column of the table of a queue that describes the state of a job, not its request. A reader returns the
/// expected format, or an empty text on success; a writer returns the cell, which may be empty.
struct StateColumn {
    std::string_view name;
    std::string (*write)(QueuedJob const& job);
    std::string (*read)(std::string const& cell, QueuedJob& job);
};

/// Every such column, in the order of writing, except that of the nodes (held_places.hpp).
std::span<StateColumn const> state_columns();

}  // namespace clustersim::slurm
