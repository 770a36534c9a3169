// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/snapshot/snapshot_files.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// The site of an archive. Its reservations come from elsewhere, because their times need an origin.
struct SnapshotSite {
    Site site;
    Diagnostics warnings;
    std::vector<std::string>
        assumed;  ///< what the archive does not say and was assumed, as sentences
    std::optional<std::int64_t> boot;  ///< Unix time at which slurmctld started
    std::optional<std::int32_t> next_id;
    bool shares_known = true;  ///< the shares of users and accounts
};

/// Reads nodes, partitions, the configuration, switches, QOS and associations. Nodes and partitions
/// must be there; anything else that is missing is assumed and reported. Settings of releases that
/// are not known are left out with a warning.
Result<SnapshotSite> read_snapshot_site(SnapshotFiles const& files);

}  // namespace clustersim::slurm
