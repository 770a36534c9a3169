// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/fabric_parameters.hpp"
#include "sim/config/reader.hpp"

#include <string>

namespace clustersim {

NameTable<Routing> routing_names();

/// Reads one entry of `fabrics:`; problems go to the reader's Diagnostics. References to other
/// fabrics and to node types are checked by check_fabrics.
FabricParameters read_fabric(Reader& reader, std::string name);

}  // namespace clustersim
