// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <vector>

namespace clustersim::slurm {

/// Fills Site::switches from topology.conf (spec 12.5), in the order of the file. Warns of nodes
/// that slurm.conf does not have, as Slurm does.
void read_topology_conf(std::vector<ConfLine> const& conf, Site& site, ConfReading& reading);

}  // namespace clustersim::slurm
