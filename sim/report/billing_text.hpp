// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"

#include <string>

namespace clustersim {

/// The unit that a partition charges and what one hour costs in it, in words: "GPU-h: 4 per node",
/// "GPU-h: largest of 0.5 per GCD, 0.5 per 8 cores begun, 0.5 per 64 GiB begun".
std::string billing_text(Partition const& partition, NodeType const& type);

}  // namespace clustersim
