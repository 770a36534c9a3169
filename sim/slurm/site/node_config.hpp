// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// Hardware threads of one node. Slurm counts them in 16 bits, where 65,534 and 65,535 mean "not set"
/// and "no limit" (NO_VAL16, INFINITE16 in slurm.h).
inline constexpr std::int64_t most_threads_of_node = 65'533;
/// The most generic resources of one node, of all names together, that are single devices: one word
/// of bits says which of them are in use. Further ones are only counted (counted_gres.hpp).
inline constexpr std::int64_t most_devices_of_node = 64;
/// More of one name than any node counts, such as the bytes of its disks.
inline constexpr std::int64_t most_gres_of_node = std::int64_t{1} << 52;

/// Generic resources of one name and type on a node: "gpu:a100:4".
struct NodeGres {
    std::string name = "gpu";
    std::string type;  ///< empty if the site gives none
    std::int64_t count = 0;
    /// For each device, the socket whose cores are next to it; -1: any (no Cores= in gres.conf).
    /// Empty: all -1.
    std::vector<std::int32_t> sockets;
    /// Links between devices, count x count, row by row; empty if gres.conf gives none.
    std::vector<std::int32_t> links;

    friend bool operator==(NodeGres const&, NodeGres const&) = default;
};

/// The state in which slurm.conf starts a node (spec 10.3, 10.4).
enum class NodeAdminState { up, down, drain };

/// Identical nodes of one NodeName line: Slurm's config record (spec 1.2).
struct NodeRecord {
    std::int32_t cpus = 1;     ///< schedulable hardware threads or cores
    std::int32_t sockets = 1;  ///< of the whole node
    std::int32_t cores_per_socket = 1;
    std::int32_t threads_per_core = 1;
    std::int64_t real_memory_mb = 1;
    std::int64_t tmp_disk_mb = 0;
    std::int64_t weight = 1;
    std::int32_t core_spec_count = 0;
    std::int64_t mem_spec_limit_mb = 0;
    std::vector<std::string> features;
    std::vector<NodeGres> gres;

    [[nodiscard]] std::int32_t cores() const { return sockets * cores_per_socket; }
    /// CPUs charged for one allocated core (spec 1.2.3).
    [[nodiscard]] std::int32_t threads_charged() const {
        return cpus == cores() ? 1 : threads_per_core;
    }
    [[nodiscard]] std::int64_t devices() const {
        std::int64_t total = 0;
        for (auto const& one : gres) total += one.count;
        return total;
    }
    [[nodiscard]] std::int64_t schedulable_memory_mb() const {
        return real_memory_mb - mem_spec_limit_mb;
    }

    friend bool operator==(NodeRecord const&, NodeRecord const&) = default;
};

/// A node. Its position in Site::nodes is its index; ties go to the lowest index.
struct Node {
    std::string name;
    std::int32_t record = 0;  ///< index into Site::records
    NodeAdminState state = NodeAdminState::up;
    std::string reason;  ///< why it is down or drained

    friend bool operator==(Node const&, Node const&) = default;
};

}  // namespace clustersim::slurm
