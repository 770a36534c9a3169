// SPDX-License-Identifier: Apache-2.0
#include "models/energy/embodied.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

EnergyUse node_hour(int devices, double share) {
    NodePower power;
    power.base = watts(500);
    power.devices = devices;
    power.share = share;
    return energy_of(power, 1, hours(1), 0.0);
}

}  // namespace

TEST_CASE("a node without accelerators emits what BLOOM's server did", "[energy][unit]") {
    // 2,500 kg over 6 years, 85 % of the time: 0.056 kg an hour (Luccioni et al. 2022).
    CHECK(embodied_carbon(node_hour(0, 1.0)).value.value == Approx(56.0).epsilon(0.01));
}

TEST_CASE("each accelerator adds its part of the baseboard", "[energy][unit]") {
    double const without = embodied_carbon(node_hour(0, 1.0)).value.value;
    double const with = embodied_carbon(node_hour(8, 1.0)).value.value;
    CHECK(with - without == Approx(without * 1312.0 / 2500.0));
}

TEST_CASE("a part of a node is charged with its share", "[energy][unit]") {
    double const whole = embodied_carbon(node_hour(8, 1.0)).value.value;
    CHECK(embodied_carbon(node_hour(2, 0.25)).value.value == Approx(whole / 4.0));
}

TEST_CASE("two devices of one card, and the slices of MIG, are made once", "[energy][unit]") {
    System system;
    system.accelerators["gpu"] = Accelerator{};
    NodeType& cards = system.node_types["cards"];
    cards.accelerator = "gpu";
    cards.gpus = 8;
    cards.gpus_per_card = 2;
    NodeType slices;
    slices.accelerator = "gpu";
    slices.gpus = 28;
    slices.part_of = "cards";
    CHECK(energy_of(node_power(system, cards), 1, hours(1), 0.0).cards_held == hours(4));
    CHECK(energy_of(node_power(system, slices), 1, hours(1), 0.0).cards_held.si() ==
          Approx(hours(4).si()));
}

TEST_CASE("the range holds the estimate and is wide", "[energy][unit]") {
    EmbodiedCarbon const carbon = embodied_carbon(node_hour(4, 1.0));
    CHECK(carbon.low.value < 0.5 * carbon.value.value);
    CHECK(carbon.high.value > 2.0 * carbon.value.value);
}

TEST_CASE("uses add up", "[energy][unit]") {
    EnergyUse const two = node_hour(4, 1.0) + node_hour(4, 0.5);
    CHECK(two.nodes_held == hours(1.5));
    CHECK(two.cards_held == hours(8));
    CHECK(two.it == node_hour(4, 1.0).it + node_hour(4, 0.5).it);
}
