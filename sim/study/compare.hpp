// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What the machines can run, and notes of what they cannot.
struct ComparedRuns {
    std::vector<ResolvedRun> runs;  ///< machine by machine, in the order asked for
    Diagnostics impossible;
};

/// Moves a scenario, with its sweep, to each machine in turn: its partition is one of the same kind, its
/// QOS a name of its own machine that means nothing elsewhere. What one machine cannot do is an answer
/// of the comparison; anything else wrong is an error, so is a sweep over what is set here.
Result<ComparedRuns> resolve_comparison(ConfigNode const& document,
                                        std::vector<std::string> const& systems,
                                        Library const& library);

}  // namespace clustersim
