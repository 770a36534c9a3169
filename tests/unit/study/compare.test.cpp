// SPDX-License-Identifier: Apache-2.0
#include "sim/study/compare.hpp"

#include "sim/commands/run/resolve_study.hpp"
#include "sim/scenario/defaults.hpp"
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
    // As many GPUs as on two nodes of Karolina.
    CHECK(compared->runs[3].jobs.front().prediction.nodes == 4);
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
    REQUIRE(compared->impossible.size() == 1);
    CHECK(compared->impossible[0].system == "karolina");
    CHECK(compared->impossible[0].reason.find("72") != std::string::npos);
}

TEST_CASE("each impossible variant is named, with its own reason", "[study][unit]") {
    auto const document =
        with_node_counts(compared_scenario("jobs: {a: {runtime: 1 h}}\n"), {2, 100, 200});
    REQUIRE(document);
    auto const compared = resolve_comparison(*document, {"karolina"}, shipped_library());
    REQUIRE(compared);
    CHECK(compared->runs.size() == 1);
    REQUIRE(compared->impossible.size() == 2);
    CHECK(compared->impossible[0].variant == "nodes=100");
    CHECK(compared->impossible[1].variant == "nodes=200");
}

TEST_CASE("node counts replace a sweep over the nodes, and keep any other", "[study][unit]") {
    auto const document = with_node_counts(
        compared_scenario("jobs: {a: {runtime: 1 h}}\nsweep: {jobs.a.nodes: [7], seed: [1, 2]}\n"),
        {1, 2});
    REQUIRE(document);
    auto const variants = expand_sweep(*document);
    REQUIRE(variants);
    CHECK(variants->size() == 4);
}

TEST_CASE("what one machine cannot do is no mistake if another one can", "[study][unit]") {
    auto const v100 = resolve_comparison(
        compared_scenario("jobs: {a: {application: llama-7b, steps: 1, nodes: 8}}\n"),
        {"karolina", "puhti"},
        shipped_library());
    REQUIRE(v100);
    CHECK(v100->runs.size() == 1);
    REQUIRE(v100->impossible.size() == 1);
    CHECK(v100->impossible[0].reason.find("bf16") != std::string::npos);
    CHECK_FALSE(resolve_comparison(
        compared_scenario("jobs: {a: {application: llama-7b, steps: 1, nodes: 8}}\n"),
        {"puhti"},
        shipped_library()));
    CHECK_FALSE(resolve_comparison(compared_scenario("jobs: {a: {runtime: 1 h}}\n"),
                                   {"karolina", "lumii"},
                                   shipped_library()));
}

TEST_CASE("node counts are for one job of whole nodes", "[study][unit]") {
    auto const two =
        with_node_counts(compared_scenario("jobs: {a: {runtime: 1 h}, b: {runtime: 1 h}}\n"), {1});
    REQUIRE_FALSE(two);
    CHECK(two.error().items().front().help.find("sweep") != std::string::npos);
    CHECK_FALSE(with_node_counts(compared_scenario("jobs: {a: {runtime: 1 h, gpus: 2}}\n"), {1}));
}

TEST_CASE("the machines asked for replace a sweep over machines", "[study][unit]") {
    auto const compared = resolve_comparison(
        compared_scenario("jobs: {a: {runtime: 1 h}}\nsweep: {system: [vega, lumi]}\n"),
        {"karolina", "leonardo"},
        shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->runs.size() == 2);
    CHECK(compared->runs[1].place.system == "leonardo");
    CHECK(compared->runs[1].variant.label().empty());
}

TEST_CASE("what a machine cannot do is its reason before what else is missing there",
          "[study][unit]") {
    ConfigNode document = compared_scenario("background: {mix: typical}\njobs: {a: {application: "
                                            "gpt-857m, nodes: 4, steps: 400000}}\n");
    set_value(document, "scheduler", *parse_yaml("slurm", "test"));
    auto const compared = resolve_comparison(document, {"jupiter"}, shipped_library());
    REQUIRE(compared);
    REQUIRE(compared->impossible.size() == 1);
    std::string const& reason = compared->impossible.front().reason;
    CHECK(reason.find("at most 12 h allowed") != std::string::npos);
    CHECK(reason.find("typical background") == std::string::npos);
    CHECK(reason.find("use more nodes, or `checkpoint: {every: 1 h}`") != std::string::npos);
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
