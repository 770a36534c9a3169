// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_lines.hpp"
#include "sim/slurm/read/snapshot/snapshot_files.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace clustersim::slurm {

/// The configuration that `scontrol show config|node|partition|topology` prints, as files that the
/// readers of slurm.conf and topology.conf understand. Each line keeps its number, so that messages
/// name the right one.
struct SnapshotConf {
    ConfText settings, nodes, partitions;
    std::optional<ConfText> topology;
    std::map<std::string, std::string, std::less<>> values;  ///< of the settings, as printed
};

SnapshotConf conf_of(SnapshotFiles const& files);

}  // namespace clustersim::slurm
