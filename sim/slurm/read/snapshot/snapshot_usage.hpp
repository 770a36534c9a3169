// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/snapshot/snapshot_files.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// Recorded usage by association and QOS, from `scontrol show assoc_mgr`, else from sshare.
struct SnapshotUsage {
    std::vector<PastUsage> associations, qos;
    bool known = false;
    std::vector<std::string> notes;
};

SnapshotUsage read_snapshot_usage(SnapshotFiles const& files, Site const& site);

}  // namespace clustersim::slurm
