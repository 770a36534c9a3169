// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

/// A machine with the partition that a question is about.
struct ChosenPartition {
    LoadedSystem loaded;
    std::size_t index = 0;

    [[nodiscard]] Partition const& partition() const { return loaded.system.partitions[index]; }
    [[nodiscard]] NodeType const& node_type() const {
        return loaded.system.node_type_of(partition());
    }
};

/// The partition of that name, or without one the default, or the first with accelerators where the
/// default has none. A partition without accelerators is refused.
Result<ChosenPartition>
gpu_partition(Catalogue const& catalogue, std::string const& system, std::string const& partition);

/// A remark on a question about more nodes than there are; empty otherwise.
std::string beyond_partition(Partition const& partition, int nodes);

}  // namespace clustersim
