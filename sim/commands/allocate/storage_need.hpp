// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/stored_data.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// What a stage stores, and how often.
struct StoredStage {
    StoredData const* data = nullptr;
    std::int64_t runs = 1;
    int tasks = 1;  ///< of each run: those of a job array
};

/// A number of files and their size.
struct FileAmount {
    Bytes size{};
    double files = 0.0;
};

/// What a project has on one file system when it ends, and may have there.
struct StorageNeed {
    FileSystem on;
    std::optional<StoragePrice> price;
    FileAmount datasets;
    FileAmount checkpoints;
    FileAmount results;

    [[nodiscard]] FileAmount sum() const;
    [[nodiscard]] bool over_quota() const;        ///< in bytes; false if the quota is not known
    [[nodiscard]] bool over_files_quota() const;  ///< in files
    /// Of an hour, in the unit of the price, for what is there when the project ends.
    [[nodiscard]] std::optional<double> hourly_price() const;
};

/// The need on each file system in use, in the order of the stages. Nothing is removed before the project ends.
/// Equation: sum = datasets, each once, + runs x tasks x min(kept, written) x checkpoint + runs x results.
/// Datasets of equal size and number of files on one file system are the same one.
/// Domain: checkpoints of a run have one size; scratch files that no key states are not counted.
std::vector<StorageNeed> storage_needs(std::span<StoredStage const> stages,
                                       std::int64_t kept_checkpoints);

}  // namespace clustersim
