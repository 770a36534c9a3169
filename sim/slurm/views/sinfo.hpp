// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/controller/snapshot.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The options of `sinfo`, named after its long options.
struct SinfoOptions {
    bool long_form = false;                              ///< -l
    bool summarize = false;                              ///< -s
    bool by_node = false;                                ///< -N
    bool reasons = false;                                ///< -R
    bool reservations = false;                           ///< -T
    bool no_header = false;                              ///< -h
    std::string format;                                  ///< -o; empty: the default of the form
    std::vector<std::string> partitions, states, nodes;  ///< empty: all
};

/// Prints partitions and nodes in the layout of sinfo (spec 11.3). Fails on an unknown column or
/// state.
Result<std::string> sinfo_text(Snapshot const& snapshot, SinfoOptions const& options);

}  // namespace clustersim::slurm
