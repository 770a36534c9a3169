// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <filesystem>

namespace clustersim {

/// Writes a snapshot as a folder, completely or not at all. A folder that holds a snapshot is
/// replaced; any other folder with files in it is not touched (CS0002).
Result<void> write_queue_folder(slurm::QueueSnapshot const& snapshot,
                                std::filesystem::path const& folder);

}  // namespace clustersim
