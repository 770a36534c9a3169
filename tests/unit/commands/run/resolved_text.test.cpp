// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/resolved_text.hpp"

#include "sim/report/choice_text.hpp"
#include "sim/scenario/defaults.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace clustersim;

namespace {

std::vector<ResolvedRun> two_runs() {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: leonardo\n"
                           "jobs: {a: {application: llama-7b, tokens: 1e8}}\n"
                           "sweep: {jobs.a.nodes: [2, 4]}\n",
                           "study.yaml"));
    std::filesystem::path const root = PROJECT_DIR;
    Library const library{
        root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    auto runs = resolve_all(*expand_sweep(document), library);
    if (!runs) FAIL(to_text(runs.error()));
    return std::move(*runs);
}

}  // namespace

TEST_CASE("a dry run follows the format", "[report][unit]") {
    auto const runs = two_runs();
    std::string const text = resolved_text(runs, Format::table);
    CHECK(text.find("run 1 of 2: nodes=2\n") == 0);
    CHECK(says(text, "    global_batch: 1024"));
    CHECK(says(text, "  partition: boost_usr_prod"));
    std::string const csv = resolved_text(runs, Format::csv);
    CHECK(csv.find("run,job,key,value,from\n") == 0);
    CHECK(says(csv, ",global batch / (micro-batch x replicas)\n"));
    CHECK(says(resolved_text(runs, Format::markdown), "| key "));
    auto const json = nlohmann::json::parse(resolved_text(runs, Format::json));
    REQUIRE(json["runs"].size() == 2);
    CHECK(json["runs"][0]["partition"] == "boost_usr_prod");
    CHECK(json["runs"][1]["jobs"][0]["nodes"] == 4);
    CHECK(json["runs"][1]["jobs"][0]["values"][0]["key"] == "qos");
}

TEST_CASE("a choice is printed once for a sweep", "[report][unit]") {
    auto const runs = two_runs();
    std::string const text = choice_text(runs);
    CHECK(text.find("Chosen: leonardo, partition boost_usr_prod: ") == 0);
    CHECK(says(text, "QOS normal: "));
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}
