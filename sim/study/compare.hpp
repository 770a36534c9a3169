// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The runs that the machines can do, and notes on those that they cannot.
struct ComparedRuns {
    std::vector<ResolvedRun> runs;  ///< machine by machine, in the requested order
    Diagnostics impossible;
};

/// Resolves a scenario, with its sweep, on each machine in turn, on a partition of the same kind and without its QOS,
/// which only exists on its own machine. A run that a machine cannot do becomes a note. Any other problem is an error,
/// and so is a sweep over a key that is set here.
Result<ComparedRuns> resolve_comparison(ConfigNode const& document,
                                        std::vector<std::string> const& systems,
                                        Library const& library);

}  // namespace clustersim
