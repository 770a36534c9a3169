// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"
#include "sim/slurm/views/record_format.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The options of `sacct`, named after its long options.
struct SacctOptions {
    bool brief = false;        ///< -b
    bool allocations = false;  ///< -X: no steps
    bool duplicates = false;   ///< -D: every run of a requeued job
    bool no_header = false;    ///< -n
    RecordStyle style = RecordStyle::columns;
    std::string format;  ///< -o, "JobID%20,State"; empty: the default of the form
    std::vector<std::string> users, accounts, partitions, states, jobs;  ///< empty: all
    /// -S and -E; absent: from midnight, or from the beginning if jobs are named, until now.
    std::optional<Instant> start, end;
};

/// Prints the accounting in the layout of sacct (spec 11.6). Fails on an unknown field or state.
Result<std::string> sacct_text(Snapshot const& snapshot, SacctOptions const& options);

}  // namespace clustersim::slurm
