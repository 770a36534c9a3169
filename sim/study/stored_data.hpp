// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/file_system.hpp"
#include "models/machine/storage_price.hpp"
#include "sim/core/quantity.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <optional>

namespace clustersim {

/// Files on one file system.
struct StoredFiles {
    FileSystem on;
    Bytes size{};
    double files = 0.0;
    std::optional<StoragePrice> price{};  ///< of the file system; unset: free, or not known
};

/// What the runs of a stage need and leave on the machine's file systems.
struct StoredData {
    std::optional<StoredFiles> dataset;     ///< read by all runs
    std::optional<StoredFiles> checkpoint;  ///< one of those of each task of a run
    double checkpoints = 0.0;               ///< that a task writes if nothing fails
    std::optional<StoredFiles> results;     ///< of each run
};

/// What a run of one job stores. A checkpoint is one file for each accelerator, or for each node without them, as
/// frameworks write their shards; `results` are one file on the machine's first file system.
StoredData stored_data(ResolvedRun const& run, std::optional<Bytes> results);

}  // namespace clustersim
