// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// shared: one file system for all nodes; disk and memory: a store of its own in each node.
enum class StoreKind { shared, disk, memory };

/// Where files lie, as the nodes of one job see it. Rates of a shared store are those of all clients
/// together, of the others those of one node.
struct Store {
    std::string name;
    StoreKind kind = StoreKind::shared;
    Bytes capacity{};
    Bandwidth read{};
    Bandwidth write{};
    Bandwidth per_node{};  ///< of a shared store: what one client reaches
    Frequency opens{};     ///< of a shared store
    Frequency creates{};   ///< shared: of all clients; else of one process
};

/// The names of stores that every job has beside the machine's file systems.
inline constexpr std::string_view disk_name = "disk";
inline constexpr std::string_view memory_name = "ram";

/// The store of that name on nodes of a type: a file system of the machine, "disk" or "ram". CS0108 on
/// an unknown name, CS0201 where the nodes have no drives, CS0104 where the machine's description lacks
/// a rate.
Result<Store> find_store(System const& system, NodeType const& type, std::string const& name);

/// The file system that jobs read from and write to unless they say otherwise: the machine's first.
std::string default_store(System const& system);

/// What each of `nodes` nodes gets when all of them read or write at once and `share` of a shared store
/// is theirs, 0..1; the rest of it serves other jobs.
Bandwidth read_rate(Store const& store, int nodes, double share);
Bandwidth write_rate(Store const& store, int nodes, double share);
/// Files that each node opens.
Frequency open_rate(Store const& store, int nodes, double share);

}  // namespace clustersim
