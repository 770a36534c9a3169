// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"
#include "sim/study/equal_work.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A run that a machine cannot do.
struct ImpossibleRun {
    std::string system;   ///< empty: that of the scenario
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

/// The reason why a machine cannot do a run, and what would help. What the machine cannot do comes
/// before other problems. `problems` has an error.
std::string impossible_reason(Diagnostics const& problems);

/// Whether the user gave evidence of the waits of all runs, so that waits may decide between machines.
bool waits_may_decide(std::vector<ResolvedRun> const& runs);

/// The problem that no machine can do any of the runs: the conclusion, after a note with the reason of each.
Diagnostics none_possible(std::vector<ImpossibleRun> const& impossible, std::string conclusion);

/// The scenario with a sweep over the nodes of its job, which replaces an existing sweep over its
/// size. Errors: several jobs, of which none is named; a job that requests a part of a node.
Result<ConfigNode> with_node_counts(ConfigNode document, std::vector<int> const& nodes);

/// The same with a sweep over the accelerators of the whole job. Errors: several jobs.
Result<ConfigNode> with_gpu_counts(ConfigNode document, std::vector<int> const& gpus);

/// Resolves a scenario, with its sweep, on each machine in turn, on a partition of the same kind and without its QOS,
/// which only exists on its own machine. All machines do the same work, with `size` as on the scenario's own machine: equal samples of a step, and equal
/// steps, tokens, epochs or time steps. If the replicas of a machine do not share the batch evenly, it takes the nearest one and
/// scales its steps. A sweep over machines is replaced by `systems`. Errors: an unknown machine, a scenario that is wrong on every machine, a sweep
/// over a key that is set here.
Result<ComparedRuns> resolve_comparison(ConfigNode const& scenario,
                                        std::vector<std::string> const& systems,
                                        Library const& library,
                                        EqualSize size = EqualSize::devices);
/// The same with inputs and queues that the resolver shares with other scenarios; it keeps this scenario's wish.
Result<ComparedRuns> resolve_comparison(ConfigNode const& scenario,
                                        std::vector<std::string> const& systems,
                                        RunResolver& resolver,
                                        EqualSize size = EqualSize::devices);

}  // namespace clustersim
