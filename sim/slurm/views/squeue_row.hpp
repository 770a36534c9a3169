// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/views/column_format.hpp"

namespace clustersim::slurm {

/// A line of squeue: a job, or one pending task of an array.
struct SqueueRow {
    Snapshot const* snapshot = nullptr;
    JobView const* job = nullptr;
    std::optional<std::int32_t> waiting_task;  ///< of a record that is listed by task
};

/// The columns that formats of squeue can name.
std::span<ColumnKind<SqueueRow> const> squeue_columns();

/// Run time of a job in seconds, without suspended time.
std::int64_t run_seconds(SqueueRow const& row);
/// Its time limit in minutes, or that of its partition; absent: unlimited.
std::optional<std::int64_t> limit_minutes(SqueueRow const& row);
/// Its start or start estimate; absent: unknown.
std::optional<Instant> shown_start(SqueueRow const& row);

}  // namespace clustersim::slurm
