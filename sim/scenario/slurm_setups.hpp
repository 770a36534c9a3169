// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/scenario/input_cache.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The mix that a key `mix` names; null for "none", and if it cannot be read.
std::shared_ptr<Mix const> mix_named(InputCache& inputs,
                                     std::string const& name,
                                     ConfigNode const* place,
                                     Diagnostics& problems);

/// How much of a mix the node groups of one partition get together.
struct PartitionLoad {
    NodeGroups groups;
    double load = 0.0;
    std::optional<Backlog> backlog;  ///< of users who react, in place of a load
    std::shared_ptr<Mix const> mix;
};

/// The Slurm of each run with its background load. Runs with the same settings on the same machine share it, and
/// therefore the same queue.
class SlurmSetups {
  public:
    explicit SlurmSetups(InputCache& inputs) : inputs_(inputs) {}

    /// The Slurm for a run with a mix on these node groups, the first of which is its partition.
    /// Problems are those of topology and background load.
    std::shared_ptr<SlurmSetup const>
    of(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems);

  private:
    std::shared_ptr<SlurmSetup>
    make(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems);
    /// The loads, that of the run's groups first. Problems: unknown partitions and mixes, a mix
    /// whose users cannot react.
    std::vector<PartitionLoad>
    loads_of(ResolvedRun const& run, NodeGroups const& groups, Diagnostics& problems);

    InputCache& inputs_;
    std::map<std::string, std::shared_ptr<SlurmSetup const>> known_;
};

}  // namespace clustersim
