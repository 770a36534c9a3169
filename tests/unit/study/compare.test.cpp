// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

#include "sim/scenario/defaults.hpp"
#include "sim/study/resolve_study.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

ConfigNode compared_scenario(std::string const& more) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: karolina\n"
                           "partition: qgpu\nscheduler: easy\n" +
                               more,
                           "study.yaml"));
    return document;
}

}  // namespace

TEST_CASE("each machine runs the variants on a partition of its own", "[study][unit]") {
    auto const compared = resolve_comparison(
        compared_scenario("jobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: [1, 2]}\n"),
        {"karolina", "leonardo"},
        shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 4);
    CHECK(compared->runs[0].place.partition == "qgpu");
    CHECK(compared->runs[3].place.system == "leonardo");
    CHECK(compared->runs[3].jobs.front().prediction.nodes == 2);
    CHECK(compared->impossible.empty());
}

TEST_CASE("a run that one machine cannot do is noted, the others answer", "[study][unit]") {
    auto const compared =
        resolve_comparison(compared_scenario("jobs: {a: {runtime: 1 h, nodes: 100}}\n"),
                           {"karolina", "leonardo"},
                           shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 1);
    CHECK(compared->runs[0].place.system == "leonardo");
    CHECK_FALSE(compared->impossible.empty());
    CHECK_FALSE(compared->impossible.has_errors());
}

TEST_CASE("a sweep over machines cannot be compared with machines asked for", "[study][unit]") {
    auto const compared = resolve_comparison(
        compared_scenario("jobs: {a: {runtime: 1 h}}\nsweep: {system: [vega, lumi]}\n"),
        {"karolina"},
        shipped_library());
    REQUIRE_FALSE(compared);
    CHECK(compared.error().items().front().message.find("sweep sets \"system\"") !=
          std::string::npos);
}

TEST_CASE("a wrong expectation is reported with the other problems of a scenario",
          "[study][unit]") {
    std::string const wrong = "jobs: {a: {runtime: 1 h, nodes: 0}}\nexpect: [{metric: waiting}]\n";
    auto const resolved = resolve_study(*expand_sweep(compared_scenario(wrong)), shipped_library());
    REQUIRE_FALSE(resolved);
    CHECK(resolved.error().items().size() >= 2);
    CHECK_FALSE(resolve_comparison(
        compared_scenario("jobs: {a: {runtime: 1 h}}\nexpect: [{metric: waiting, at-most: 1}]\n"),
        {"karolina"},
        shipped_library()));
}
