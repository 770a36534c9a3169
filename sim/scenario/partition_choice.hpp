// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/scenario/input_cache.hpp"
#include "sim/scenario/node_wish.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Why partitions refuse a run.
class Refusals {
  public:
    void add(Partition const& partition, Diagnostics problems);
    [[nodiscard]] bool empty() const { return partitions_.empty(); }
    [[nodiscard]] std::size_t size() const { return partitions_.size(); }
    [[nodiscard]] bool names(Partition const& partition) const;
    /// "thin (100 nodes, at most 60), fat (…)"
    [[nodiscard]] std::string const& text() const { return text_; }
    /// The problems of the first partition if they are those of all partitions; else one problem:
    /// the message, then the problems of each partition.
    [[nodiscard]] Diagnostics together(std::string const& message, std::string const& help) const;

  private:
    std::vector<Partition const*> partitions_;
    std::string text_;
    Diagnostics first_;
    bool alike_ = true;
};

/// The partitions that a run may use, best first. First the production partitions with the wanted kind of node: the
/// machine's default, then those with the most similar nodes, then the larger ones. After them the partitions that the
/// operator opens on request. Partitions for tests, sessions, some users or leftover time, with a reservation or with
/// fixed shares of a node are never candidates. If `qos` is given, only partitions with this QOS are.
std::vector<Partition const*> candidate_partitions(System const& system,
                                                   NodeWish const& wish,
                                                   std::optional<std::string> const& qos);

/// The node groups of the only Slurm partition with this QOS, whatever its nodes and purpose: the QOS names it. Empty if
/// none or several have it.
NodeGroups groups_with_qos(System const& system, std::string const& qos);

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
