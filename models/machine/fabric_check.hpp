// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

namespace clustersim {

/// Checks what fabrics say of each other and of node types, and that the classes of groups add up.
/// What only shows once switches are wired, such as ports, is checked where the graph is built.
void check_fabrics(System const& system, ConfigNode const& document, Diagnostics& diagnostics);

}  // namespace clustersim
