// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

inline constexpr double joules_per_kwh = 3.6e6;

using Co2Grams = Count<struct Co2GramsTag>;  ///< grams of CO2 equivalent

/// Power of one node and of its parts, and the site's overheads.
struct NodePower {
    Watts base{};  ///< the node without its accelerators
    Watts device_idle{};
    Watts device_training{};        ///< during training at full load
    int devices = 0;                ///< accelerators of the node; idle ones also need power
    double cards_per_device = 1.0;  ///< 1/2 for the GCDs of MI250X, less under MIG
    double share = 1.0;             ///< of the rest of the node; `base` is already that share's
    double supply = 0.975;     ///< share of a node's input power that its power supplies pass on
    double pue = 1.0;          ///< facility energy over IT energy
    double grid_carbon = 0.0;  ///< gCO2e per kWh
};

NodePower node_power(System const& system, NodeType const& type);

/// Mean power of a device that trains at full load on nodes of this type, under their power limit.
Watts training_power(Accelerator const& accelerator, NodeType const& type);

struct EnergyUse {
    Joules it{};        ///< drawn by the nodes
    Joules facility{};  ///< with cooling and losses
    Co2Grams co2e{};
    Duration nodes_held{};  ///< nodes x time, without their accelerators
    Duration cards_held{};  ///< accelerators, as they are made, x time

    /// False for nodes without a description, whose power is unknown.
    [[nodiscard]] bool known() const { return it > Joules{}; }
};

/// `utilisation` is the load of a device as a mean over the time, 0..1 (StepTime::power_load()): waiting for data counts as
/// idle, for a pipeline or for a collective as polling.
EnergyUse energy_of(NodePower const& power, int nodes, Duration time, double utilisation);

EnergyUse operator+(EnergyUse const& one, EnergyUse const& other);

/// Power of one node from the grid at that utilisation, without the facility's overhead.
Watts node_draw(NodePower const& power, double utilisation);

/// The same with the facility's overhead, of one accelerator with its part of the node; the node has some.
Watts draw_per_device(NodePower const& power, double utilisation);

}  // namespace clustersim
