// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/library.hpp"
#include "sim/scenario/node_wish.hpp"

namespace clustersim {

/// The kind of node that a comparison searches on other machines: that of the partition that the scenario names on its
/// own machine, else the one that its jobs would get there.
///
/// `document` is a resolved scenario. Errors: a machine or partition that is not known.
Result<NodeWish> comparable_nodes(ConfigNode const& document, Library const& library);

}  // namespace clustersim
