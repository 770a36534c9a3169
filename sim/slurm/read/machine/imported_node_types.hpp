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

/// Gives every node of the site a type: that of the machine whose `hosts` name it, or a new one, not
/// `described`, for the nodes of a record that nobody names. Types take from the site what jobs get of
/// their nodes. Problems are placed in the machine's document; after them the types are not complete.
TypeOfNode assign_node_types(System& system,
                             slurm::Site const& site,
                             ConfigNode const& document,
                             Diagnostics& problems);

}  // namespace clustersim
