// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/snapshot.hpp"
#include "sim/slurm/views/record_format.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A line of sacct: a run of a job, or its batch step.
struct SacctRow {
    Snapshot const* snapshot = nullptr;
    AccountingRecord const* record = nullptr;
    bool step = false;
};

struct SacctField {
    std::string_view title;
    int width;  ///< negative: left-aligned
    std::string (*value)(SacctRow const&);
};

/// The fields that -o can name.
std::span<SacctField const> sacct_fields();

/// Seconds from start to end or now, without suspended time; 0 if never started.
std::int64_t elapsed_seconds(Snapshot const& snapshot, AccountingRecord const& record);
/// Allocated CPUs, or requested ones before the start.
std::int32_t charged_cpus(AccountingRecord const& record);
/// "CANCELLED by 1000", "REQUEUED".
std::string record_state(AccountingRecord const& record);

}  // namespace clustersim::slurm
