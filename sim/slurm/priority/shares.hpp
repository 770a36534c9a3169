// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// The shares of associations, by index, from Fairshare= in the accounting database.
struct Shares {
    /// Share of the level (fair tree) or of the machine (classic), between 0 and 1. With
    /// Fairshare=parent, the parent's.
    std::vector<double> normalised;
    /// Raw shares of an association and its competitors (spec 1.5.4).
    std::vector<std::int64_t> level;
    /// The nearest account above that has shares of its own; -1 for the root.
    std::vector<std::int32_t> level_parent;
};

/// Fair tree, spec 5.5: shares within the level. The root's are 0, as sshare shows them.
Shares level_shares(Site const& site);
/// Classic fair share, spec 5.5: the product of the shares of all levels; the root's are 1.
Shares machine_shares(Site const& site);

}  // namespace clustersim::slurm
