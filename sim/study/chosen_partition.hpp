// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "models/machine/system.hpp"
#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

/// A machine and the partition to use.
struct ChosenPartition {
    LoadedSystem loaded;
    std::size_t index = 0;

    [[nodiscard]] Partition const& partition() const { return loaded.system.partitions[index]; }
    [[nodiscard]] NodeType const& node_type() const {
        return loaded.system.node_type_of(partition());
    }
    /// Of its nodes; null if their file does not describe it.
    [[nodiscard]] Accelerator const* accelerator() const {
        return loaded.system.accelerator_of(node_type());
    }
};

/// The partition of that name; without a name the default one, or the first with accelerators if the default has none.
/// A partition without accelerators is refused.
Result<ChosenPartition>
gpu_partition(Catalogue const& catalogue, std::string const& system, std::string const& partition);

/// A remark if the machine does not run any more; else empty.
std::string closed_remark(System const& system);
/// A remark if a question asks for more nodes than the partition has; else empty.
std::string beyond_partition(Partition const& partition, int nodes);

}  // namespace clustersim
