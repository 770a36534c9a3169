// SPDX-License-Identifier: Apache-2.0
//
// Embodied carbon of the hardware that a job holds.
//
// Equation. CO2e = (K_node nodes t + K_device cards t) / (L a); K is the emission of making one node
// without its accelerators, and one card (two devices on MI250X, several under MIG); L the time until it is replaced, a the share of this time in which
// jobs hold it. It is a term of its own: it is no part of the CO2e of electricity and does not depend on the load.
// Source. K_device = 164 kg: an eighth of the 1,312 kg of an eight-H100 baseboard, cradle to gate (NVIDIA, HGX H100
// Product Carbon Footprint Summary, 2025, after ISO 14067). Low: 128 kg, an A100 SXM of 40 GB (Falk et al. 2025, arXiv
// 2509.00093, as cited by others). High: 318 kg, an eighth of a server of eight A100 (Chien et al., HotCarbon 2023),
// which counts a part of the node with it. K_node = 2,500 kg, L = 6 years, a = 0.85: Luccioni et al. 2022 (BLOOM),
// recalled. Low and high of K_node (1,000 and 4,000 kg), L (8 and 4 years) and a (0.95 and 0.7) are estimates.
// Domain. Servers with and without accelerators; an order of magnitude for one machine. Switches, storage, the building
// and the end of life are left out. All low values together make the low end, all high ones the high end.
#include "models/energy/embodied.hpp"

namespace clustersim {
namespace {

/// One set of assumptions.
struct Hardware {
    double node_g = 0.0;
    double device_g = 0.0;
    double years = 0.0;
    double held = 0.0;  ///< share of the years
};

constexpr Hardware likely{.node_g = 2.5e6, .device_g = 164e3, .years = 6.0, .held = 0.85};
constexpr Hardware least{.node_g = 1.0e6, .device_g = 128e3, .years = 8.0, .held = 0.95};
constexpr Hardware most{.node_g = 4.0e6, .device_g = 318e3, .years = 4.0, .held = 0.7};

Co2Grams emitted(EnergyUse const& use, Hardware const& hardware) {
    constexpr double seconds_per_year = 365.25 * 86400.0;
    double const made =
        hardware.node_g * use.nodes_held.si() + hardware.device_g * use.cards_held.si();
    return Co2Grams{made / (hardware.years * seconds_per_year * hardware.held)};
}

}  // namespace

EmbodiedCarbon embodied_carbon(EnergyUse const& use) {
    return {emitted(use, likely), emitted(use, least), emitted(use, most)};
}

}  // namespace clustersim
