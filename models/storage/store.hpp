// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// shared: one file system for all nodes; disk and memory: each node has its own.
enum class StoreKind { shared, disk, memory };

/// A place for files, as the nodes of one job see it. Rates of a shared store are those of all
/// clients together, rates of the others those of one node.
struct Store {
    std::string name;
    StoreKind kind = StoreKind::shared;
    Bytes capacity{};
    Bandwidth read{};
    Bandwidth write{};
    Bandwidth per_node{};  ///< of a shared store: rate of one client
    Frequency opens{};     ///< of a shared store
    Frequency creates{};   ///< shared: of all clients; else of one process
    Duration latency{};    ///< of one read at a random place, with the way to a server
    std::optional<Frequency> random_reads{};  ///< as the bandwidths; unset: not known
    std::optional<Bandwidth> per_target{};    ///< rate of one client on one target; unset: no limit
    std::optional<int> targets{};  ///< of a shared store; unset: files are spread over all of it
    std::optional<Bytes> quota{};  ///< of a project, unless it asks for more
    std::optional<double> files_quota{};  ///< files of a project, unless it asks for more
};

/// The names of the stores that every job has in addition to the machine's file systems.
inline constexpr std::string_view disk_name = "disk";
inline constexpr std::string_view memory_name = "ram";

/// The store of that name on nodes of a type: a file system of the machine, "disk" or "ram". CS0108 for
/// an unknown name, CS0201 if the nodes have no drives, CS0104 if the machine's description lacks a
/// rate.
Result<Store> find_store(System const& system, NodeType const& type, std::string const& name);

/// The file system that jobs read from and write to by default: the machine's first.
std::string default_store(System const& system);

/// Rate of each of `nodes` nodes if all of them read or write at once with `share` of a shared store,
/// 0..1; the rest serves other jobs. The files are on the share `used` of its targets.
Bandwidth read_rate(Store const& store, int nodes, double share, double used = 1.0);
Bandwidth write_rate(Store const& store, int nodes, double share, double used = 1.0);
/// Rate at which each node opens files.
Frequency open_rate(Store const& store, int nodes, double share);
/// Rate at which each node reads at random places, if it is known.
std::optional<Frequency> random_read_rate(Store const& store, int nodes, double share);

/// Time of opening one file: the answer of the metadata server.
Duration open_latency(Store const& store);

/// Share of a store's targets that hold `files` files, each striped over `stripes` targets.
double share_of_targets(Store const& store, double files, double stripes);

}  // namespace clustersim
