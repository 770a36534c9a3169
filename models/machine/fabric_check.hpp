// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"

namespace clustersim {

/// Checks the references of fabrics to each other and to node types, and the number of groups of
/// the classes. Properties that need the wired switches, such as ports, are checked when the graph
/// is built.
void check_fabrics(System const& system, ConfigNode const& document, Diagnostics& diagnostics);

}  // namespace clustersim
