// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The options of `sprio`, named after its long options.
struct SprioOptions {
    bool long_form = false;                            ///< -l
    bool norm = false;                                 ///< -n: before weighting
    bool weights = false;                              ///< -w: only the weights
    bool no_header = false;                            ///< -h
    std::string format;                                ///< -o; empty: the default of the form
    std::vector<std::string> users, partitions, jobs;  ///< empty: all
};

/// Prints the priority factors of pending jobs in the layout of sprio (spec 11.4). Fails on an
/// unknown column.
Result<std::string> sprio_text(Snapshot const& snapshot, SprioOptions const& options);

}  // namespace clustersim::slurm
