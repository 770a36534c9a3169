// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/scenario/resolve.hpp"

namespace clustersim {

/// The kind of node that a comparison searches on other machines: that of the partition that the scenario names on its
/// own machine, else of that machine's default partition.
///
/// `document` is a resolved scenario; relative paths of machines start at `from`. Errors: a machine
/// or partition that is not known.
Result<NodeWish> comparable_nodes(Catalogue const& machines,
                                  ConfigNode const& document,
                                  std::filesystem::path const& from);

}  // namespace clustersim
