// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/diagnostic.hpp"
#include "sim/workload/users.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A body above projects in the fair-share tree: a funding council, a consortium.
struct FairShareGroup {
    std::string name;    ///< of its account in Slurm
    std::string below;   ///< another group; empty: the root
    double share = 0.0;  ///< of the machine, for its own projects, without the groups below it
};

/// How a site arranges its projects for fair share: `fair_share:` in the block `slurm:` of a machine file.
struct FairShareTree {
    std::vector<FairShareGroup> groups;  ///< a group comes after the one that it is below
    bool single_tier = false;  ///< all projects are below the root, as if there were no groups
    double least_share = 0.0;  ///< of all shares, that a project has at least
    int idle_projects =
        0;  ///< projects that submit nothing, for each one that does; their users have ranks, too
};

/// Reads `fair_share:` of a block; the default tree if there is none. Adds all problems: a group below one that is not
/// listed before it, shares of all groups beyond 1.
FairShareTree read_fair_share_tree(ConfigNode const& slurm, Diagnostics& problems);

/// A machine's `slurm:` without that key: the settings that Slurm's own files also have.
ConfigNode settings_of(ConfigNode const& slurm);

/// For each project the position of its group, so that the grants of a group's projects are close
/// to its share: by decreasing grant, each goes to the group that lacks most. Nothing without
/// groups or in a single tier.
std::vector<std::optional<std::size_t>> groups_of(UserPopulation const& people,
                                                  FairShareTree const& tree);

/// The shares of each project: its grant, or the least share if that is more.
std::vector<std::int64_t> project_shares(UserPopulation const& people, FairShareTree const& tree);

}  // namespace clustersim
