// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <string>

using namespace clustersim;

namespace {

/// The predicted watts of a node of eight H100.
double
node_watts(std::string const& nodes, std::string const& workload, std::string const& method) {
    auto const table = parse_measured_table(
        "id,what,hardware,workload,value,unit,per,method\n"
        "a,\"node power, median reading\",\"8x H100-SXM5-80GB node, immersion cooled, " +
            nodes + " node(s)\"," + workload + ",6000,W,node," + method + "\n",
        "t.csv");
    REQUIRE(table);
    auto const result = validate(set_of("power"), *table, references());
    REQUIRE(result.points.size() == 1);
    REQUIRE(result.points.front().predicted);
    return *result.points.front().predicted;
}

}  // namespace

TEST_CASE("readings behind the power supplies lack their losses", "[validation][unit]") {
    CHECK(node_watts("1", "BERT-large", "DC side of the power supplies") ==
          Approx(0.975 * node_watts("1", "BERT-large", "AC (wall) input")));
}

TEST_CASE("a node draws less the less of a step its devices compute", "[validation][unit]") {
    double const one = node_watts("1", "ResNet-50", "AC (wall) input");
    CHECK(node_watts("8", "ResNet-50", "AC (wall) input") < 0.95 * one);
    // A workload that is not known is taken to load its devices fully.
    CHECK(node_watts("8", "stencil", "AC (wall) input") > one);
}
