// SPDX-License-Identifier: Apache-2.0
#include "sim/report/systems_table.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

LoadedSystem machine(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    return std::move(*loaded);
}

}  // namespace

TEST_CASE("the list gives one row a machine with exact counts", "[report][unit]") {
    std::vector<LoadedSystem> const systems{machine("leonardo"), machine("lumi")};
    std::string const plain = systems_text(systems, Format::table);
    CHECK(std::count(plain.begin(), plain.end(), '\n') == 3);
    CHECK(says(plain, "4,992  13,824"));
    CHECK(says(plain, "mi250x-gcd, a40"));
    CHECK(says(systems_text(systems, Format::csv), "leonardo,IT,3,4992,13824,"));
    CHECK(says(systems_text(systems, Format::markdown), "| leonardo |"));
    CHECK(says(systems_text(systems, Format::json), "\"gpus\": 23888"));
}

TEST_CASE("every number of a machine is shown with its source in every format", "[report][unit]") {
    LoadedSystem const vega = machine("vega");
    std::string const plain = system_facts_text(vega, Format::table);
    CHECK(says(plain, "partitions.gpu (node type gpu; default)\n"));
    CHECK(says(plain, "HDR Dragonfly+ is documented; the numbers are chosen"));
    CHECK(says(plain, "accelerators.a100-sxm4-40 (NVIDIA A100-SXM4-40GB)\n"));
    CHECK(says(plain, "- S4: EPICURE, Best Practice Guide"));
    CHECK(says(plain, "not followed: GPU nodes with 2 x HDR100."));

    std::string const csv = system_facts_text(vega, Format::csv);
    auto const lines = static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n'));
    CHECK(lines == facts_of(vega).size() + 1);
    CHECK(says(csv, "node_types.gpu.nodes,60,seed,S4,"));
    CHECK(says(system_facts_text(vega, Format::json), "\"path\": \"node_types.gpu.nodes\""));
    CHECK(says(system_facts_text(vega, Format::markdown), "## power\n"));
}

TEST_CASE("the summary counts confidences, best first", "[report][unit]") {
    std::vector<Fact> facts(3);
    facts[0].confidence = "estimate";
    facts[1].confidence = "docs";
    facts[2].confidence = "estimate";
    CHECK(confidence_summary(facts) == "3 numbers: 1 docs, 2 estimate");
}
