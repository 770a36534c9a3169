// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a machine finds its parts by name", "[machine][unit]") {
    auto const system = read_machine(small_machine);
    REQUIRE(system);
    REQUIRE(system->find_partition("batch") != nullptr);
    CHECK(system->find_partition("nightly") == nullptr);
    CHECK(&system->default_partition() == system->find_partition("batch"));
    NodeType const& type = system->node_type_of(system->default_partition());
    CHECK(type.name == "gpu");
    CHECK(system->fabric_of(type).name == "tree");
    CHECK(system->accelerator_of(type)->model == "A device");
    NodeType without = type;
    without.gpus = 0;
    CHECK(system->accelerator_of(without) == nullptr);
}

TEST_CASE("totals count nodes once, even if their accelerators are cut (MIG)", "[machine][unit]") {
    auto system = read_machine(small_machine);
    REQUIRE(system);
    CHECK(system->node_count() == 8);
    CHECK(system->gpu_count() == 32);
    double const cpus = 8 * 64 * 2.5e9 * 16;
    CHECK(system->peak(Precision::fp64).si() == Approx(32 * 20e12 + cpus));
    CHECK(system->peak(Precision::bf16).si() == Approx(32 * 300e12));
    CHECK(system->peak(Precision::fp8).si() == 0);

    NodeType cut = system->node_types.at("gpu");
    cut.part_of = "gpu";
    cut.nodes = 1;
    cut.gpus = 28;
    system->node_types.emplace("slices", cut);
    CHECK(system->node_count() == 8);
    CHECK(system->gpu_count() == 32);
    CHECK(system->peak(Precision::bf16).si() == Approx(32 * 300e12));
}
