// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/recorded_backlogs.hpp"

#include "sim/config/yaml_text.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

std::string const head = "schema: clustersim/backlogs/1\ntitle: t\nsources: {A: a log}\n"
                         "source: A\nconfidence: inferred\nrecords:\n";

RecordedBacklogs read(std::string const& records) {
    auto const found = read_recorded_backlogs(*parse_yaml(head + records, "b.yaml"));
    REQUIRE(found);
    return *found;
}

}  // namespace

TEST_CASE(
    "the usual backlog is the geometric mean of the recorded ones, and the spread that of all",
    "[workload][unit]") {
    RecordedBacklogs const known = read("- {machine: a, unit: node, backlog: 10 h}\n"
                                        "- {machine: b, unit: node, backlog: 40 h}\n"
                                        "- {machine: c, unit: gpu, backlog: 50 h}\n");
    CHECK(known.nodes.range.usual == seconds(20.0 * 3600.0));
    CHECK(known.nodes.machines == 2);
    // One degree of freedom: the spread is ln(4) over the root of two, times 0.967 for the thirds.
    CHECK(known.nodes.range.brief == seconds(8.0 * 3600.0));
    CHECK(known.nodes.range.extended == seconds(52.0 * 3600.0));
    // A unit with one machine has the spread of the others.
    CHECK(known.gpus.range.usual == seconds(50.0 * 3600.0));
    CHECK(known.gpus.range.brief == seconds(19.0 * 3600.0));
}

TEST_CASE("recorded backlogs need a source, and a machine of each unit", "[workload][unit]") {
    auto const one_unit = read_recorded_backlogs(
        *parse_yaml(head + "- {machine: a, unit: node, backlog: 10 h}\n", "b.yaml"));
    REQUIRE_FALSE(one_unit);
    CHECK(one_unit.error().items().front().message == "no machine is known for one of the units");
    auto const unnamed = read_recorded_backlogs(
        *parse_yaml(head + "- {machine: a, unit: node, backlog: 10 h, source: X}\n"
                           "- {machine: b, unit: gpu, backlog: 10 h}\n",
                    "b.yaml"));
    CHECK_FALSE(unnamed);
}
