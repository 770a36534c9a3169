// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The partitions that a run may go to, best first: those of the wanted kind of node that the site keeps for
/// production, the machine's default before all others, then those with the most similar nodes, then the
/// larger; after them those that the operator opens on request. Never among them: partitions for tests,
/// sessions, some users or leftover time, and those behind a reservation or with fixed shares of a node.
/// `qos` keeps only partitions that have it.
std::vector<Partition const*> candidate_partitions(System const& system,
                                                   NodeWish const& wish,
                                                   std::optional<std::string> const& qos);

/// The nodes that a run without a partition wants on its own machine: those of the default partition, with
/// accelerators if a job asks for them.
NodeWish own_wish(System const& system, Scenario const& scenario);

/// The run on the first candidate that admits all its jobs. A run over several submissions goes to the
/// candidate with the same nodes on which it needs the fewest. `resolve_on` resolves the run on one
/// partition. Errors: those of the first candidate if they are not about what it can admit; else one
/// CS0203 with the nearest limit of each candidate.
Result<ResolvedRun>
choose_partition(std::vector<Partition const*> const& candidates,
                 NodeWish const& wish,
                 std::function<Result<ResolvedRun>(Partition const&)> const& resolve_on);

}  // namespace clustersim
