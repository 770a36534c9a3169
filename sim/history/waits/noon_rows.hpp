// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/core/time.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A job that waits at the instant of a snapshot.
struct NoonRow {
    Instant poll, submit;
    std::optional<Instant> start;     ///< absent: it never started
    std::optional<Instant> eligible;  ///< absent: the file does not say
    std::uint32_t partition = 0;
    std::uint32_t account = 0;
    double cores = 0.0;
    double limit_s = 0.0;
    double priority = 0.0;       ///< at the instant
    double nodes = 1.0;          ///< requested
    double gpus = 0.0;           ///< of the whole job
    std::vector<double> others;  ///< one for each of NoonRows::others
};

struct NoonRows {
    std::vector<NoonRow> rows;          ///< file by file
    std::vector<FeatureColumn> others;  ///< the optional columns that all files have
};

/// Reads the rows of all files; see noon_snapshots.hpp.
Result<NoonRows> read_noon_rows(std::vector<std::filesystem::path> const& files);

/// The columns of a table of snapshots.
Result<std::vector<std::string>> header_of(std::filesystem::path const& file);

}  // namespace clustersim
