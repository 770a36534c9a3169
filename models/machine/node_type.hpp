// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/collective_tuning.hpp"
#include "models/machine/communication.hpp"
#include "models/machine/file_system.hpp"
#include "sim/core/quantity.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How the accelerators of one node communicate.
enum class NodeLinkKind { none, pcie, nvlink_pairs, nvswitch, infinity_fabric, nvlink_c2c };

struct NodeLink {
    NodeLinkKind kind = NodeLinkKind::none;
    Bandwidth per_device{};   ///< of one device to all others, one direction
    Bandwidth host{};         ///< of a device to its CPU, one direction; 0: unknown
    Bandwidth per_pair{};     ///< between two devices, one direction; of one wire with `wires`
    Duration latency{};       ///< one small-message step between two devices
    double achievable = 1.0;  ///< share of per_device that a collective reaches
    /// If pairs differ: wires between devices i and j at i * gpus + j, symmetric, 0 on the diagonal
    /// and between pairs that a third device relays. Empty: all pairs are equal.
    std::vector<int> wires;
    std::string like;  ///< the class in systems/links that gives the node's CollectiveTuning
    /// Devices that these links join, if they reach over several nodes (the trays of a rack); 0: those of one node.
    int domain = 0;
};

/// The network ports of a node.
struct Nic {
    int count = 0;
    Bandwidth bandwidth{};    ///< of one port, one direction
    Duration latency{};       ///< port to port between two nodes, small message
    double achievable = 1.0;  ///< share of line rate that a collective reaches
    /// nic_of_gpu[i] is the NIC that serves GPU i; empty on CPU nodes.
    std::vector<int> nic_of_gpu;
    std::string carrier{};  ///< the software in systems/communication; empty: verbs
};

struct NodeType {
    std::string name;
    int nodes = 0;      ///< in the whole machine; partitions share them
    std::string hosts;  ///< the names of its nodes in the file of its Slurm, as a hostlist
    /// False for nodes without a hardware description: only their number is known, from a slurm.conf.
    bool described = true;
    std::string
        part_of;  ///< the type that owns these nodes, if they are cut differently (MIG); else empty
    std::string cpu_model;
    int sockets = 1;
    int cores = 1;         ///< physical cores of the node
    int usable_cores = 1;  ///< of these, available to Slurm jobs
    Frequency clock{};
    double flop_per_cycle = 0.0;         ///< FP64, per core, fused multiply-add counted as two
    Bandwidth memory_bandwidth{};        ///< peak of all sockets together
    Bytes memory{};                      ///< installed
    std::optional<Bytes> usable_memory;  ///< available to Slurm jobs, if the site says so
    std::string accelerator;             ///< key into System::accelerators, empty without one
    std::string gres;                    ///< TYPE of --gres=gpu:TYPE:N
    int gpus = 0;                        ///< schedulable devices per node
    std::optional<Watts>
        gpu_power_limit;    ///< of one device, if the site sets one; else its rated power
    int gpus_per_card = 1;  ///< 2 on MI250X: sites bill cards, frameworks use GCDs
    NodeLink link;
    Nic nic;
    CollectiveTuning collectives;
    Carrier carrier;        ///< of `nic.carrier`
    std::string fabric;     ///< key into System::fabrics
    Bytes local_storage{};  ///< of the drives of one node; 0 without any
    std::optional<LocalDisk> local_disk;
    std::optional<Bytes> ram_disk;  ///< limit of a job's files in memory, if the site sets one
    std::optional<MemoryRates> ram_disk_rates;  ///< of one node; unset: from the memory's bandwidth
    Watts base_power{};  ///< CPUs, memory, NICs, fans: the node without its accelerators
    std::vector<std::string> features;

    /// FP64 peak of the CPUs of one node at the nominal clock.
    [[nodiscard]] FlopRate cpu_peak() const {
        return flop_per_second(static_cast<double>(cores) * clock.si() * flop_per_cycle);
    }
    /// Devices that communicate over the links alone: those of a node, or of its domain of nodes.
    [[nodiscard]] int linked_devices() const { return link.domain > gpus ? link.domain : gpus; }
};

}  // namespace clustersim
