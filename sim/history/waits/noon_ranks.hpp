// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/waits/noon_rows.hpp"
#include "sim/stats/feature_table.hpp"

#include <span>
#include <vector>

namespace clustersim {

/// Places of a job among those that wait at the same instant.
struct NoonRank {
    double in_queue = 0.0;      ///< jobs with a higher priority
    double in_partition = 0.0;  ///< those of its partition
    double in_account = 0.0;    ///< those of its account, and equal ones listed before it
    double among_equal =
        0.0;  ///< listed before it, with its account, partition, cores and walltime
};

/// The ranks of rows that are sorted by instant.
std::vector<NoonRank> noon_ranks(std::span<NoonRow const> rows);

/// The columns that every table of snapshots gives, and their values for a row.
std::vector<FeatureColumn> request_columns();
std::vector<double> request_values(NoonRow const& row, NoonRank const& rank);

}  // namespace clustersim
