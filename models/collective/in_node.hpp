// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"

#include <optional>

namespace clustersim {

/// The time in one node whose links were measured, with the protocol that NCCL chooses there; nothing if this model does not
/// apply: several nodes, a class of links without `in_node`, devices that form no ring, or another algorithm than
/// NCCL's own.
std::optional<FastestAlgorithm> choose_in_node(Collective collective,
                                               Bytes size,
                                               Group const& group,
                                               Network const& network,
                                               std::optional<Algorithm> algorithm);

}  // namespace clustersim
