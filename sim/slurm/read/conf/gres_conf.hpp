// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <vector>

namespace clustersim::slurm {

/// Adds what gres.conf says of the devices that slurm.conf gives the nodes: types, the sockets next
/// to them and the links between them (spec 12.4). Nodes of one NodeName line that gres.conf
/// describes differently get records of their own.
void read_gres_conf(std::vector<ConfLine> const& lines, Site& site, ConfReading& reading);

}  // namespace clustersim::slurm
