// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/snapshot/snapshot_files.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

/// The reservations of an archive, with Unix times. Adds a note for each property that has no
/// effect here.
std::vector<Reservation> read_snapshot_reservations(SnapshotFiles const& files,
                                                    Site const& site,
                                                    std::vector<std::string>& notes);

}  // namespace clustersim::slurm
