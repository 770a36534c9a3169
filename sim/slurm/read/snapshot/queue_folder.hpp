// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The first key of a folder's snapshot.yaml.
inline constexpr std::string_view queue_schema = "clustersim/queue/1";

/// The file that marks such a folder.
inline constexpr std::string_view queue_mark = "snapshot.yaml";

/// The files of a folder that keeps a snapshot, by name: snapshot.yaml, site.yaml, jobs.csv,
/// usage.csv. Reading them gives the same snapshot.
std::vector<std::pair<std::string, std::string>> queue_folder_files(QueueSnapshot const& snapshot);

/// Reads such a folder. Reports all problems of all its files, each with its place.
Result<QueueSnapshot> read_queue_folder(std::filesystem::path const& folder);

}  // namespace clustersim::slurm
