// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <filesystem>

namespace clustersim {

/// Checks in advance whether a snapshot can be written as this folder.
Result<void> check_queue_folder(std::filesystem::path const& folder);

/// Writes a snapshot as a folder, completely or not at all, with a list of its files. A folder that holds nothing but
/// the unchanged files of a snapshot is replaced; any other one is not touched (CS0002).
Result<void> write_queue_folder(slurm::QueueSnapshot const& snapshot,
                                std::filesystem::path const& folder);

}  // namespace clustersim
