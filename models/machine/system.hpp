// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// How the accelerators of one node talk to each other.
enum class NodeLinkKind { none, pcie, nvlink_pairs, nvswitch, infinity_fabric, nvlink_c2c };

struct NodeLink {
    NodeLinkKind kind = NodeLinkKind::none;
    Bandwidth per_device{};  ///< total of one device, one direction
    Bandwidth per_pair{};    ///< between two devices, one direction
    Duration latency{};
    double achievable = 1.0;  ///< share of per_device that a collective reaches
};

/// The network ports of a node.
struct Nic {
    int count = 0;
    Bandwidth bandwidth{};        ///< of one port, one direction
    Duration latency{};           ///< port to port between two nodes, small message
    double achievable = 1.0;      ///< share of line rate that a collective reaches
    /// gpu_of[i] is the NIC that serves GPU i; empty on CPU nodes.
    std::vector<int> nic_of_gpu;
};

struct NodeType {
    std::string name;
    std::string cpu_model;
    int sockets = 1;
    int cores = 1;                 ///< physical cores of the node
    Frequency clock{};
    Bytes memory{};
    std::string accelerator;       ///< key into System::accelerators, empty without one
    int gpus = 0;                  ///< schedulable devices per node
    int gpus_per_card = 1;         ///< 2 on MI250X: sites bill cards, frameworks see GCDs
    NodeLink link;
    Nic nic;
    Bytes local_storage{};
    Watts base_power{};            ///< CPUs, memory, NICs, fans: the node without its accelerators
    std::vector<std::string> features;
};

enum class FabricKind { single_switch, fat_tree, dragonfly, dragonfly_plus, ethernet };

/// The parameters that models/fabric builds its graph from. Zero means "does not apply".
struct FabricParameters {
    FabricKind kind = FabricKind::single_switch;
    int groups = 0;                   ///< dragonfly groups or fat-tree islands
    int nodes_per_group = 0;
    int leaves_per_group = 0;
    int spines_per_group = 0;
    int links_per_group_pair = 0;
    Bandwidth link{};                 ///< switch to switch, one direction
    double leaf_taper = 1.0;          ///< down over up bandwidth of a leaf
    double global_taper = 1.0;        ///< injection over bandwidth leaving a group or island
    Duration switch_latency{};
};

struct FileSystem {
    std::string name;
    std::string kind;
    Bytes capacity{};
    std::optional<Bandwidth> read;
    std::optional<Bandwidth> write;
};

/// How a site turns an allocation into the unit it charges.
struct BillingRule {
    std::string unit;             ///< "GPU-h", "node-h", "core-h", "BU"
    double per_node_hour = 0.0;   ///< whole-node use; 0 = charged by the parts below
    double per_gpu_hour = 0.0;    ///< per schedulable device
    double per_core_hour = 0.0;
    double per_gib_hour = 0.0;
    /// max: the dearest of gpu/core/memory shares counts (Slurm's MAX_TRES); sum: all add up.
    enum class Combine { max, sum } combine = Combine::max;
};

/// Limits that a QOS (or a partition by itself) puts on one job.
struct Limits {
    std::optional<int> min_nodes;
    std::optional<int> max_nodes;
    std::optional<int> max_gpus;
    std::optional<Seconds> max_time;
    std::optional<int> max_submitted;  ///< per user
    std::optional<int> max_running;    ///< per user
};

struct Qos {
    std::string name;
    double priority = 0.0;
    Limits limits;
    bool preemptible = false;
};

struct Partition {
    std::string name;
    std::string node_type;       ///< key into System::node_types
    int nodes = 0;
    bool exclusive = false;      ///< whole nodes only
    bool is_default = false;     ///< the partition a scenario gets when it names none
    std::optional<Seconds> default_time;
    Limits limits;
    std::vector<Qos> qos;
    BillingRule billing;
    double priority_tier = 1.0;
};

/// Weights of Slurm's multifactor priority; absent where the site does not publish them.
struct PriorityWeights {
    std::optional<double> age, fairshare, job_size, partition, qos, tres;
    std::optional<Duration> half_life;
};

struct AccessMode {
    std::string name;            ///< "benchmark", "development", "regular", "extreme"
    std::string partition_group; ///< what the call names: "LUMI-G"
    std::optional<NodeHours> minimum;
    std::optional<NodeHours> maximum;  ///< or the fixed size of benchmark and development
};

/// One machine. Read from systems/NAME.yaml; every number's source stays in the file's tree.
struct System {
    std::string name;
    std::string title;
    std::string country;
    std::string site;
    std::map<std::string, Accelerator> accelerators;
    std::map<std::string, NodeType> node_types;
    std::vector<Partition> partitions;   ///< in file order
    FabricParameters fabric;
    std::vector<FileSystem> file_systems;
    PriorityWeights priority;
    std::vector<AccessMode> access;
    double pue = 1.0;                    ///< facility energy over IT energy
    double grid_carbon = 0.0;            ///< gCO2e per kWh

    [[nodiscard]] Partition const* find_partition(std::string const& partition_name) const;
    [[nodiscard]] Partition const& default_partition() const;
    [[nodiscard]] NodeType const& node_type_of(Partition const& partition) const;
    /// The accelerator of a node type; none on CPU nodes.
    [[nodiscard]] Accelerator const* accelerator_of(NodeType const& type) const;
};

}  // namespace clustersim
