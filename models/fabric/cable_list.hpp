// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace clustersim {

/// A vertex of the user's fabric with the line that first named it.
struct NamedVertex {
    std::string name;
    int line = 0;
    bool is_node = false;
    SwitchId id;  ///< of a switch
};

/// Parallel cables between two vertices.
struct CableRow {
    std::size_t from = 0;  ///< index of a vertex
    std::size_t to = 0;
    Bandwidth bandwidth{};
    Duration latency{};
    LinkLevel level = LinkLevel::trunk;
    std::uint32_t links = 1;
};

/// A fabric as a list of cables, in the order of the file.
struct CableList {
    std::vector<NamedVertex> vertices;
    std::vector<CableRow> rows;
};

/// The fabric of these cables, whether connected or not; sets the ids of the switches.
Fabric fabric_of(CableList& cables, std::string const& name);

}  // namespace clustersim
