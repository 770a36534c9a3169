// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/comparable_partition.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Result<std::string> moved(std::string const& scenario, std::string const& target) {
    Catalogue const machines(std::string(PROJECT_DIR) + "/systems");
    return comparable_partition(machines, *parse_yaml(scenario, "study.yaml"), target, {});
}

}  // namespace

TEST_CASE("a job stays on its kind of partition when it moves to another machine",
          "[scenario][unit]") {
    CHECK(moved("system: lumi\n", "leonardo") == "boost_usr_prod");
    CHECK(moved("system: lumi\npartition: standard\n", "leonardo") == "dcgp_usr_prod");
    CHECK(moved("system: lumi\npartition: small-g\n", "lumi") == "small-g");
    CHECK(moved("system: lumi\n", "lumi") == "standard-g");
}

TEST_CASE("a machine without that kind of partition cannot be compared", "[scenario][unit]") {
    auto const none = moved("system: lumi\npartition: standard\n", "jupiter");
    REQUIRE_FALSE(none);
    CHECK(none.error().fault() == Fault::impossible);
}

TEST_CASE("unknown machines and partitions are told with the nearest name", "[scenario][unit]") {
    CHECK(moved("system: lumi\n", "leonrado").error().fault() == Fault::invalid);
    CHECK(moved("system: lumi\npartition: standrad\n", "leonardo")
              .error()
              .items()
              .front()
              .help.find("standard") != std::string::npos);
}
