// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "models/machine/fabric_parameters.hpp"
#include "models/machine/file_system.hpp"
#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"
#include "models/machine/site_rules.hpp"
#include "models/machine/upkeep.hpp"
#include "sim/config/document.hpp"
#include "sim/core/quantity.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// One way to get time on a part of the machine, and how much. A call gives its sizes in node-hours
/// or in GPU-hours, never in both; without a published size, projects ask in the billing unit.
struct AccessMode {
    std::string name;                     ///< "benchmark", "extreme", "ai-factory-fast-lane"
    std::string partition_group;          ///< the name in the call: "LUMI-G"
    std::vector<std::string> node_types;  ///< that this part of the machine consists of
    std::string audience;                 ///< who may apply; empty: researchers
    std::string purpose;                  ///< what the time is for; empty: production
    std::optional<NodeHours> minimum;
    std::optional<NodeHours> maximum;  ///< or the fixed size of benchmark and development access
    std::optional<GpuHours> minimum_gpu_hours;
    std::optional<GpuHours> maximum_gpu_hours;
    std::string billing_unit;          ///< of a mode without a published size: "BU"; else empty
    bool fixed_size = false;           ///< every project gets exactly `maximum`
    std::optional<NodeHours> offered;  ///< by one call, to all projects together
    std::vector<int> months;           ///< durations to choose from

    /// Whether a researcher's production runs are offered it unasked.
    [[nodiscard]] bool is_for_production() const { return audience.empty() && purpose.empty(); }
};

/// One machine, read from systems/NAME.yaml. The file's tree keeps the source of every number.
struct System {
    std::string name;
    std::string title;
    std::string country;
    std::string site;
    Upkeep upkeep;
    std::map<std::string, Accelerator> accelerators;
    std::map<std::string, NodeType> node_types;
    std::vector<Partition> partitions;  ///< in file order
    std::map<std::string, FabricParameters> fabrics;
    std::vector<FileSystem> file_systems;
    /// What the file says about its Slurm, not yet interpreted: a mapping of settings that override those
    /// derived from the rest of the file; or the name of a file with the whole Slurm configuration; or that
    /// file's own tree (with a `schema`). Null if it says nothing.
    ConfigNode slurm;
    SiteRules rules;
    std::vector<AccessMode> access;
    double pue = 1.0;             ///< facility energy over IT energy
    double grid_carbon = 0.0;     ///< gCO2e per kWh
    bool buys_renewable = false;  ///< the site's contract is for renewable electricity

    /// Whether a separate file describes its Slurm, and with it its partitions.
    [[nodiscard]] bool has_slurm_file() const {
        return slurm.kind == ConfigNode::Kind::scalar || slurm.find("schema") != nullptr;
    }
    [[nodiscard]] Partition const* find_partition(std::string const& partition_name) const;
    [[nodiscard]] Partition const& default_partition() const;
    [[nodiscard]] NodeType const& node_type_of(Partition const& partition) const;
    [[nodiscard]] FabricParameters const& fabric_of(NodeType const& type) const;
    /// The access modes of the part of the machine that has such nodes.
    [[nodiscard]] std::vector<AccessMode> access_to(NodeType const& type) const;
    /// Nodes of the whole machine; nodes that belong to another type (MIG) count once.
    [[nodiscard]] int node_count() const;
    [[nodiscard]] int gpu_count() const;
    /// Sum over CPUs and accelerators, for accelerators of the fastest dense unit that has the
    /// precision (CPUs: FP64 only).
    [[nodiscard]] FlopRate peak(Precision precision) const;
    /// The accelerator of a node type; null for CPU nodes and for nodes without a description.
    [[nodiscard]] Accelerator const* accelerator_of(NodeType const& type) const;
};

}  // namespace clustersim
