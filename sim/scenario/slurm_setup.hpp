// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "sim/core/found_once.hpp"
#include "sim/scenario/slurm_request.hpp"
#include "sim/slurm/site/site.hpp"
#include "sim/workload/loop_users.hpp"
#include "sim/workload/mix.hpp"
#include "sim/workload/partition_shape.hpp"
#include "sim/workload/users.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The background load of one partition: its mix and amount.
struct PartitionBackground {
    std::string partition;  ///< its name in the machine file
    SlurmPlace place;
    PartitionShape shape;
    std::shared_ptr<Mix const> mix;
    double load = 0.0;
    std::optional<Backlog> backlog;  ///< of users who react, in place of a load
    /// What the replicates of each queue length have in common, by the dial of that length in
    /// seconds.
    std::shared_ptr<FoundOnce<LoopUsers>> loops = std::make_shared<FoundOnce<LoopUsers>>(16);
};

/// A machine's Slurm as a study uses it.
struct SlurmSetup {
    std::string key;  ///< all that determines it, except the contents of files
    std::shared_ptr<slurm::Site const> site;
    std::shared_ptr<UserPopulation const> people;
    SlurmPlace place;  ///< of the partition under study
    std::vector<PartitionBackground>
        backgrounds;  ///< the partition under study comes first; empty: no background load
};

}  // namespace clustersim
