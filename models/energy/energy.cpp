// SPDX-License-Identifier: Apache-2.0
//
// Energy of a training job.
//
// Equation. P_node = (P_base + devices (P_idle + u (P_training - P_idle))) / supply; E = P_node nodes t
// PUE; CO2e = E x grid carbon. u is the load of a device, StepTime::power_load().
// Source. The linear power model of Fan, Weber, Barroso, "Power provisioning for a warehouse-sized
// computer" (2007), with the power during training instead of the rated power, which overestimates it.
// P_training and P_idle are measured powers in the accelerators' files; under another limit than the rated power, the
// part above idle is scaled as the limit's is. (A GH200 of 445 W
// under 580 W is predicted to draw 533 W under 700 W; a single one with that limit drew 586 to 591 W.) supply = 0.975 is the ratio of
// the two sides of the power supplies in the MLPerf Training v4.0 power logs of eight-H100 nodes (fitted
// to the means of BERT on one node and Llama-2 LoRA on 64; the four pairs held out are within 0.5 %).
// Errors on rows held out (docs/energy.md): devices training GPT 800M 2.9 % in the mean, 10.6 % at worst;
// eight-H100 nodes at full load 4.0 % in the mean, 9.7 % at worst.
// Domain. Jobs of minutes and more on whole nodes; the base power does not depend on the load of the
// CPUs, and air-cooled nodes need some 10 % more than liquid-cooled ones at full load, for their fans.
#include "models/energy/energy.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

namespace {

/// Cards of a node over its devices, of which a card has several, or MIG makes several.
double cards_per_device(System const& system, NodeType const& type) {
    auto const owner = system.node_types.find(type.part_of);
    NodeType const& whole = owner == system.node_types.end() ? type : owner->second;
    return type.gpus > 0 ? static_cast<double>(whole.gpus) / whole.gpus_per_card / type.gpus : 1.0;
}

}  // namespace

NodePower node_power(System const& system, NodeType const& type) {
    NodePower power;
    power.base = type.base_power;
    power.devices = type.gpus;
    power.cards_per_device = cards_per_device(system, type);
    power.pue = system.pue;
    power.grid_carbon = system.grid_carbon;
    if (Accelerator const* accelerator = system.accelerator_of(type)) {
        power.device_idle = accelerator->idle;
        power.device_training = training_power(*accelerator, type);
    }
    return power;
}

Watts training_power(Accelerator const& accelerator, NodeType const& type) {
    Watts const limit = type.gpu_power_limit.value_or(accelerator.tdp);
    Watts const rated = accelerator.tdp - accelerator.idle;
    if (limit == accelerator.tdp || rated <= Watts{}) return accelerator.training;
    double const share = std::max(0.0, (limit - accelerator.idle) / rated);
    return accelerator.idle + (accelerator.training - accelerator.idle) * share;
}

Watts node_draw(NodePower const& power, double utilisation) {
    CS_ENSURE(utilisation >= 0.0 && utilisation <= 1.0 + 1e-9, "a utilisation is a share");
    Watts const device =
        power.device_idle + (power.device_training - power.device_idle) * utilisation;
    return (power.base + device * static_cast<double>(power.devices)) / power.supply;
}

Watts draw_per_device(NodePower const& power, double utilisation) {
    CS_ENSURE(power.devices > 0, "there are accelerators to divide a node's power among");
    return node_draw(power, utilisation) * (power.pue / power.devices);
}

EnergyUse energy_of(NodePower const& power, int nodes, Duration time, double utilisation) {
    EnergyUse use;
    use.it = node_draw(power, utilisation) * static_cast<double>(nodes) * time;
    use.facility = use.it * power.pue;
    use.co2e = Co2Grams{use.facility.si() / joules_per_kwh * power.grid_carbon};
    use.nodes_held = time * (static_cast<double>(nodes) * power.share);
    use.cards_held = time * (static_cast<double>(nodes * power.devices) * power.cards_per_device);
    return use;
}

EnergyUse operator+(EnergyUse const& one, EnergyUse const& other) {
    return {.it = one.it + other.it,
            .facility = one.facility + other.facility,
            .co2e = Co2Grams{one.co2e.value + other.co2e.value},
            .nodes_held = one.nodes_held + other.nodes_held,
            .cards_held = one.cards_held + other.cards_held};
}

}  // namespace clustersim
