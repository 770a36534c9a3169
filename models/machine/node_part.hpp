// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"

namespace clustersim {

/// What a job sees that has only the first `devices` of a node's GPUs, at most all of them: these, their ports and the
/// links between them. Nothing else changes.
NodeType part_of_node(NodeType node, int devices);

}  // namespace clustersim
