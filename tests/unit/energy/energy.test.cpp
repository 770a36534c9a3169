// SPDX-License-Identifier: Apache-2.0
#include "models/energy/energy.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

NodePower four_devices() {
    NodePower power;
    power.base = watts(500);
    power.device_idle = watts(50);
    power.device_training = watts(350);
    power.devices = 4;
    power.supply = 0.8;
    power.pue = 1.2;
    power.grid_carbon = 100.0;
    return power;
}

}  // namespace

TEST_CASE("a node's power is its base plus that of its devices at their utilisation",
          "[energy][unit]") {
    CHECK(node_draw(four_devices(), 0.0).si() == Approx(700.0 / 0.8));
    CHECK(node_draw(four_devices(), 0.5).si() == Approx(1300.0 / 0.8));
    CHECK(node_draw(four_devices(), 1.0).si() == Approx(1900.0 / 0.8));
}

TEST_CASE("energy counts nodes, hours, the facility and the grid", "[energy][unit]") {
    // 2 nodes x 1.3 / 0.8 kW x 10 h = 32.5 kWh; x 1.2 = 39 kWh; x 100 g/kWh.
    EnergyUse const use = energy_of(four_devices(), 2, hours(10), 0.5);
    CHECK(use.it.si() / 3.6e6 == Approx(32.5));
    CHECK(use.facility.si() / 3.6e6 == Approx(39.0));
    CHECK(use.co2e.value == Approx(3900.0));
}

TEST_CASE("a node without accelerators draws its base power", "[energy][unit]") {
    System system;
    system.pue = 1.1;
    system.grid_carbon = 50.0;
    NodeType cpu;
    cpu.base_power = watts(600);
    NodePower const power = node_power(system, cpu);
    CHECK(node_draw(power, 1.0).si() == Approx(600.0 / 0.975));
    CHECK(energy_of(power, 1, hours(1), 1.0).facility.si() == Approx(600.0 / 0.975 * 3600.0 * 1.1));
}

TEST_CASE("a node's power comes from its machine's description", "[energy][unit]") {
    System system;
    Accelerator gpu;
    gpu.idle = watts(40);
    gpu.training = watts(300);
    system.accelerators["gpu"] = gpu;
    NodeType type;
    type.accelerator = "gpu";
    type.gpus = 8;
    type.base_power = watts(1000);
    CHECK(node_draw(node_power(system, type), 1.0).si() == Approx(3400.0 / 0.975));
}

TEST_CASE("under another power limit, what a device draws above idle is scaled with it",
          "[energy][unit]") {
    Accelerator gpu;
    gpu.tdp = watts(440);
    gpu.idle = watts(40);
    gpu.training = watts(360);
    NodeType type;
    CHECK(training_power(gpu, type) == gpu.training);
    type.gpu_power_limit = watts(240);
    CHECK(training_power(gpu, type).si() == Approx(40.0 + 0.5 * 320.0));
    type.gpu_power_limit = watts(540);
    CHECK(training_power(gpu, type).si() == Approx(40.0 + 1.25 * 320.0));
    type.gpu_power_limit = watts(30);
    CHECK(training_power(gpu, type) == gpu.idle);
}
