// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/views/column_format.hpp"

namespace clustersim::slurm {

/// A line of squeue: a job, or one waiting task of an array.
struct SqueueRow {
    Snapshot const* snapshot = nullptr;
    JobView const* job = nullptr;
    std::optional<std::int32_t> waiting_task;  ///< of a record that is listed task by task
};

/// The columns that squeue's formats may name.
std::span<ColumnKind<SqueueRow> const> squeue_columns();

/// Seconds that a job has run, without those in which it was suspended.
std::int64_t run_seconds(SqueueRow const& row);
/// Its limit in minutes, or that of its partition; absent: unlimited.
std::optional<std::int64_t> limit_minutes(SqueueRow const& row);
/// When it started or is expected to; absent: not known.
std::optional<Instant> shown_start(SqueueRow const& row);

}  // namespace clustersim::slurm
