// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/input_cache.hpp"
#include "sim/scenario/resolve.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The partitions that a run may use, best first. First the production partitions with the wanted kind of node: the
/// machine's default, then those with the most similar nodes, then the larger ones. After them the partitions that the
/// operator opens on request. Partitions for tests, sessions, some users or leftover time, with a reservation or with
/// fixed shares of a node are never candidates. If `qos` is given, only partitions with this QOS are.
std::vector<Partition const*> candidate_partitions(System const& system,
                                                   NodeWish const& wish,
                                                   std::optional<std::string> const& qos);

/// The kind of node that a run without a partition wants on its own machine: that of the default partition, with
/// accelerators if a job needs them, without if its jobs need none.
NodeWish own_wish(System const& system, Scenario const& scenario, InputCache& inputs);

/// Resolves the run on the first candidate that admits all its jobs. A run over several submissions uses the
/// candidate with the same nodes that needs the fewest. `resolve_on` resolves the run on one partition. Errors: those
/// of the first candidate if they do not concern admission, and then of no other; else one CS0203 with the nearest limit of each candidate.
Result<ResolvedRun>
choose_partition(std::vector<Partition const*> const& candidates,
                 NodeWish const& wish,
                 std::function<Result<ResolvedRun>(Partition const&)> const& resolve_on);

}  // namespace clustersim
