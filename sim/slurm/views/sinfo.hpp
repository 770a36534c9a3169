// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// What `sinfo` is asked for; the names follow its long options.
struct SinfoOptions {
    bool long_form = false;                              ///< -l
    bool summarize = false;                              ///< -s
    bool by_node = false;                                ///< -N
    bool reasons = false;                                ///< -R
    bool reservations = false;                           ///< -T
    bool no_header = false;                              ///< -h
    std::string format;                                  ///< -o; empty: the form's own
    std::vector<std::string> partitions, states, nodes;  ///< empty: all
};

/// Partitions and nodes in the layout of sinfo (spec 11.3). Fails on an unknown column or state.
Result<std::string> sinfo_text(Snapshot const& snapshot, SinfoOptions const& options);

}  // namespace clustersim::slurm
