// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/file_system.hpp"
#include "models/machine/node_type.hpp"
#include "sim/config/reader.hpp"

#include <string>

namespace clustersim {

/// Each function reads one entry of `node_types:` or `file_systems:`; problems go to the reader's
/// Diagnostics. check_system checks references between entries.
NodeType read_node_type(Reader& reader, std::string name);
FileSystem read_file_system(Reader& reader, std::string name);

/// The mappings `link:` and `nic:` of a node type or of a class of links.
NodeLink read_node_link(Reader reader);
Nic read_nic(Reader reader);

}  // namespace clustersim
