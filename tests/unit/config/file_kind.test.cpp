// SPDX-License-Identifier: Apache-2.0
#include "sim/config/file_kind.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a file of another kind is named, with the command that takes it", "[config][unit]") {
    auto const scenario = parse_yaml("schema: clustersim/scenario/1\ntitle: t\n", "study.yaml");
    auto const wrong = other_kind(*scenario, "clustersim/project/1");
    REQUIRE(wrong);
    CHECK(wrong->message == "this is a scenario, not a project");
    CHECK(wrong->help == "use it so: clustersim run study.yaml");
    CHECK_FALSE(other_kind(*scenario, "clustersim/scenario/1"));
    auto const machine = parse_yaml("schema: clustersim/system/1\n", "mine.yaml");
    CHECK(other_kind(*machine, "clustersim/mix/1")->message ==
          "this is a machine, not a mix of background jobs");
}

TEST_CASE("a file without a known schema is no file of another kind", "[config][unit]") {
    for (char const* text : {"title: t\n", "schema: clustersim/scneario/1\n", "schema: [1]\n"})
        CHECK_FALSE(other_kind(*parse_yaml(text, "a.yaml"), "clustersim/scenario/1"));
}
