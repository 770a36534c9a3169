// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// What `sprio` is asked for; the names follow its long options.
struct SprioOptions {
    bool long_form = false;                            ///< -l
    bool norm = false;                                 ///< -n: before weighting
    bool weights = false;                              ///< -w: the weights alone
    bool no_header = false;                            ///< -h
    std::string format;                                ///< -o; empty: the form's own
    std::vector<std::string> users, partitions, jobs;  ///< empty: all
};

/// The terms of the priorities of waiting jobs in the layout of sprio (spec 11.4). Fails on an unknown
/// column.
Result<std::string> sprio_text(Snapshot const& snapshot, SprioOptions const& options);

}  // namespace clustersim::slurm
