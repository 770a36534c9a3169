// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The options of `squeue`, named after its long options.
struct SqueueOptions {
    bool long_form = false;  ///< -l
    bool start = false;      ///< --start
    bool no_header = false;  ///< -h
    bool array = false;      ///< -r: one line per task
    std::string format;      ///< -o; empty: the default of the form
    std::string sort;        ///< -S; empty: the default of the form
    std::vector<std::string> users, partitions, states, accounts, qos, jobs;  ///< empty: all
};

/// Prints the job queue in the layout of squeue (spec 11.2). Fails on an unknown column, sort key
/// or state.
Result<std::string> squeue_text(Snapshot const& snapshot, SqueueOptions const& options);

}  // namespace clustersim::slurm
