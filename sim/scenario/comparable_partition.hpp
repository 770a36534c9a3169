// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"

#include <string>

namespace clustersim {

/// The partition of the machine `target` that a scenario moves to when machines are compared: on its
/// own machine the one it names; elsewhere one of the same kind, with or without accelerators: the
/// default partition if it is of that kind, else the largest that is.
///
/// `scenario` is a resolved document; relative paths of machines start at `from`. Errors: a machine
/// or partition that is not known; CS0201 when the target has no partition of that kind.
Result<std::string> comparable_partition(Catalogue const& machines,
                                         ConfigNode const& scenario,
                                         std::string const& target,
                                         std::filesystem::path const& from);

}  // namespace clustersim
