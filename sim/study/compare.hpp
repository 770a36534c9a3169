// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A run that a machine cannot do.
struct ImpossibleRun {
    std::string system;
    std::string variant;  ///< "nodes=4"
    std::string reason;   ///< of the first obstacle

    /// "lumi, nodes=4"
    [[nodiscard]] std::string name() const;
};

/// The runs that the machines can do, and those that they cannot.
struct ComparedRuns {
    std::vector<ResolvedRun> runs;  ///< machine by machine, in the requested order
    std::vector<ImpossibleRun> impossible;
};

/// The problem that no machine can do any of the runs: the conclusion, after a note with the reason of each.
Diagnostics none_possible(std::vector<ImpossibleRun> const& impossible, std::string conclusion);

/// The scenario with a sweep over the nodes of its job; a sweep over them that it has is replaced. Errors: several
/// jobs, of which none is named; a job of a part of a node.
Result<ConfigNode> with_node_counts(ConfigNode document, std::vector<int> const& nodes);

/// Resolves a scenario, with its sweep, on each machine in turn, on a partition of the same kind and without its QOS,
/// which only exists on its own machine. Errors: an unknown machine, a scenario that is wrong on every machine, a sweep
/// over a key that is set here.
Result<ComparedRuns> resolve_comparison(ConfigNode const& document,
                                        std::vector<std::string> const& systems,
                                        Library const& library);

}  // namespace clustersim
