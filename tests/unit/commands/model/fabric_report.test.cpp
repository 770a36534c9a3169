// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/fabric_report.hpp"

#include "models/fabric/build.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

#include <array>

using namespace clustersim;

namespace {}  // namespace

TEST_CASE("a machine's network is shown with the facts it was built from", "[report][unit]") {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load("karolina");
    REQUIRE(loaded);
    auto const fabric = build_fabric(loaded->system, "hdr");
    REQUIRE(fabric);
    FabricView const view{&*fabric, Routing::ecmp, &*loaded, "hdr", nullptr};
    std::string const text = fabric_text(view, 80);
    CHECK(says(text, "karolina/hdr: fat tree, 1 groups, 60 switches, 795 nodes"));
    CHECK(says(text, "routing ecmp"));
    CHECK(says(text, "fabrics.hdr.leaves_per_group"));
    CHECK(says(text, "node_types.gpu.nic.bandwidth"));
    CHECK(says(text, "inside a node gpu: 8 devices"));
    CHECK_FALSE(says(text, "inside a node cpu"));
    std::string const json = fabric_json(std::array{view});
    CHECK(says(json, "\"schema\": \"clustersim/fabric/1\""));
    CHECK(says(json, "\"diameter_hops\": 2"));
    CHECK(says(json, "\"partition\": null"));
    FabricView part = view;
    part.partition = &loaded->system.partitions.front();
    CHECK(says(fabric_text(part, 80), "partition " + part.partition->name + ": "));
    CHECK(says(fabric_json(std::array{part}), "\"partition\": \"" + part.partition->name + "\""));
}

TEST_CASE("a user's own network is shown without a machine", "[report][unit]") {
    auto const fabric = parse_edge_list(
        "from,to,bandwidth,latency,level\na,s,1 GB/s,1 us,injection\nb,s,1 GB/s,1 us,injection\n",
        "mine.csv");
    REQUIRE(fabric);
    FabricView view;
    view.fabric = &*fabric;
    std::string const text = fabric_text(view, 80);
    CHECK(says(text, "mine.csv: edge list, 1 switches, 2 nodes, 2 ports, diameter 0"));
    CHECK_FALSE(says(text, "confidence"));
    CHECK(says(fabric_json(std::array{view}), "\"facts\": []"));
}
