// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <vector>

namespace clustersim::slurm {

/// Adds the properties in gres.conf to the devices that slurm.conf gives the nodes: types, the
/// sockets next to them and the links between them (spec 12.4). If gres.conf describes nodes of one
/// NodeName line differently, they get separate records.
void read_gres_conf(std::vector<ConfLine> const& conf, Site& site, ConfReading& reading);

}  // namespace clustersim::slurm
