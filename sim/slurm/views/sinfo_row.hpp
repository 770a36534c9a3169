// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/views/column_format.hpp"

namespace clustersim::slurm {

/// A line of sinfo: nodes of one partition with equal values in every column shown.
struct SinfoRow {
    Snapshot const* snapshot = nullptr;
    Partition const* partition = nullptr;  ///< null: of any partition
    std::vector<std::int32_t> nodes;
};

/// The columns that formats of sinfo can name.
std::span<ColumnKind<SinfoRow> const> sinfo_columns();

/// The letters of columns that distinguish partitions, and of those that distinguish nodes.
inline constexpr std::string_view sinfo_partition_letters = "PRalshrgpS";
inline constexpr std::string_view sinfo_node_letters = "tTcmdwfGzXYZEuUH";

}  // namespace clustersim::slurm
