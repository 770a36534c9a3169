// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clustersim {

/// Bytes of the unit in which Slurm counts memory.
inline constexpr double mebibyte = 1048576.0;

/// The positions of a machine's nodes in the list of its Slurm: each type in one run, followed by
/// its nodes that are divided otherwise (`part_of`).
class NodeLayout {
  public:
    explicit NodeLayout(System const& system);
    /// The same for a site made from the machine; if the site comes from a file, nodes have the
    /// positions of that file.
    NodeLayout(System const& system, slurm::Site const& site);

    /// Ascending indices. Nodes that are divided otherwise belong only to the partitions of the
    /// divided type.
    [[nodiscard]] std::vector<std::int32_t> nodes_of(Partition const& partition) const;
    [[nodiscard]] std::int32_t node_count_of(Partition const& partition) const;

    /// Adds records, nodes and the TRES of their devices to the site.
    void describe(System const& system, slurm::Site& site) const;

  private:
    struct Run {
        std::int32_t first = 0;
        std::int32_t count = 0;
    };
    std::map<std::string, Run> runs_;  ///< by node type
    std::map<std::string, std::vector<std::int32_t>>
        of_partition_;                     ///< by name, for a site from a file
    std::vector<std::string> type_order_;  ///< in the order of the runs
};

/// Memory in MiB, as Slurm counts it, rounded down.
inline std::int64_t mebibytes(Bytes memory) {
    return static_cast<std::int64_t>(memory.si() / 1048576.0);
}

/// What Slurm knows of one node of a type.
slurm::NodeRecord node_record(System const& system, NodeType const& type);

}  // namespace clustersim
