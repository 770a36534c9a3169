// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/settled_values.hpp"

#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

std::vector<ResolvedRun> settled_runs(std::string const& text) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\n" + text, "study.yaml"));
    std::filesystem::path const root = PROJECT_DIR;
    Library const library{
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    auto runs = resolve_all(*expand_sweep(document), library);
    if (!runs) FAIL(to_text(runs.error()));
    return std::move(*runs);
}

LeafValue value(std::vector<ResolvedRun> const& runs, std::string_view key) {
    auto const values = settled_values(runs.front(), runs.front().jobs.front());
    auto const found = std::ranges::find(values, key, &LeafValue::path);
    REQUIRE(found != values.end());
    return *found;
}

bool says(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the settings of a training job come from its application unless stated",
          "[scenario][unit]") {
    auto const runs =
        settled_runs("system: leonardo\njobs:\n  a:\n    nodes: 8\n    application: llama-7b\n"
                     "    tokens: 1e9\n    training:\n      precision: fp16\n      plan: own\n");
    CHECK(value(runs, "precision").text == "fp16");
    CHECK(value(runs, "precision").origin == "study.yaml:10");
    CHECK(value(runs, "global_batch").text == "1024");
    CHECK(says(value(runs, "global_batch").origin, "llama-7b.yaml:"));
    CHECK(says(value(runs, "global_batch").origin, "(paper)"));
    CHECK(value(runs, "accumulation").text == "128");
    CHECK(value(runs, "accumulation").origin == "global batch / (micro-batch x replicas)");
    CHECK(value(runs, "zero_stage").text == "1");
    CHECK(says(value(runs, "zero_stage").origin, "llama-7b.yaml:"));
    CHECK(value(runs, "recompute").text == "selective");
    CHECK(value(runs, "qos").text == "normal");
    CHECK(says(value(runs, "qos").origin, "chosen: "));
    CHECK(value(runs, "walltime").origin ==
          "upper end of the predicted run time plus a quarter, in half hours");
    REQUIRE(settled_place(runs.front()).size() == 1);
    CHECK(says(settled_place(runs.front()).front().origin, "the default of the machine"));
}

TEST_CASE("a stated value has its place as origin", "[scenario][unit]") {
    auto const runs =
        settled_runs("system: leonardo\npartition: boost_usr_prod\nqos: normal\njobs:\n  a:\n"
                     "    walltime: 2 h\n    application: llama-7b\n    steps: 10\n"
                     "    training: {accumulation: 8}\n");
    CHECK(settled_place(runs.front()).empty());
    CHECK(value(runs, "qos").origin == "study.yaml:5");
    CHECK(value(runs, "walltime").origin == "study.yaml:8");
    CHECK(value(runs, "accumulation").origin == "study.yaml:11");
    CHECK(value(runs, "global_batch").origin == "micro-batch x accumulation x replicas");
}

TEST_CASE("a rounded batch names the published one", "[scenario][unit]") {
    auto const runs = settled_runs(
        "system: leonardo\njobs: {a: {nodes: 3, application: llama-7b, tokens: 1e9}}\n");
    CHECK(value(runs, "global_batch").text == "1023");
    CHECK(says(value(runs, "global_batch").origin, "nearest to 1024 that 3 replicas share"));
}
