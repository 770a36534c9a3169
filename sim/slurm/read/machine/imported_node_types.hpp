// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The node type of each node of a site.
using TypeOfNode = std::vector<std::string>;

/// Assigns a type to every node of the site: that of the machine whose `hosts` name it, or a new
/// type, not `described`, for each kind of the nodes that no `hosts` name. Types take from the site
/// the resources that jobs get. Problems have their place in the machine's document; after a
/// problem the types are incomplete.
TypeOfNode assign_node_types(System& system,
                             slurm::Site const& site,
                             ConfigNode const& document,
                             Diagnostics& problems);

}  // namespace clustersim
