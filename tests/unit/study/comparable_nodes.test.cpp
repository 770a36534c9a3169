// SPDX-License-Identifier: Apache-2.0
#include "sim/study/comparable_nodes.hpp"

#include "sim/scenario/defaults.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

Result<NodeWish> wish_of(std::string const& scenario) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\njobs: {a: {runtime: 1 h}}\n" +
                               scenario,
                           "study.yaml"));
    return comparable_nodes(document, shipped_library());
}

}  // namespace

TEST_CASE("a comparison looks for nodes like those of the scenario's own partition",
          "[scenario][unit]") {
    auto const gpu = wish_of("system: lumi\n");
    REQUIRE(gpu);
    CHECK(gpu->like.gpus == 8);
    CHECK(gpu->of == "partition standard-g of lumi");
    auto const cpu = wish_of("system: lumi\npartition: standard\n");
    REQUIRE(cpu);
    CHECK(cpu->like.gpus == 0);
    CHECK(cpu->of == "partition standard of lumi");
}

TEST_CASE("unknown machines and partitions are reported with the nearest name",
          "[scenario][unit]") {
    CHECK(wish_of("system: leonrado\n").error().fault() == Fault::invalid);
    CHECK(wish_of("system: lumi\npartition: standrad\n")
              .error()
              .items()
              .front()
              .help.find("standard") != std::string::npos);
}
