// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"

#include <string>

namespace clustersim {

/// The unit in which a partition charges, and the charge of one hour, in words: "GPU-h: 4 per node",
/// "GPU-h: largest of 0.5 per GCD, 0.5 per 8 cores begun, 0.5 per 64 GiB begun".
std::string billing_text(Partition const& partition, NodeType const& type);

}  // namespace clustersim
