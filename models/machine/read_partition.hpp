// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/partition.hpp"
#include "sim/config/reader.hpp"

#include <string>

namespace clustersim {

/// Reads one entry of `partitions:`; problems go to the reader's Diagnostics.
Partition read_partition(Reader& reader, std::string name);

}  // namespace clustersim
