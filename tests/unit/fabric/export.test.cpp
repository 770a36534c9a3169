// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/export.hpp"

#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

Fabric pair_of_leaves() {
    return *parse_edge_list("from,to,bandwidth,latency,level,links\n"
                            "a,s&0,1 GB/s,1 us,injection,1\n"
                            "b,s1,1 GB/s,1 us,injection,1\n"
                            "s&0,s1,2 GB/s,2 us,trunk,3\n",
                            "two.csv");
}

std::size_t count(std::string const& text, std::string const& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

}  // namespace

TEST_CASE("GraphML has a node for every vertex and an edge for every cable", "[fabric][unit]") {
    std::string const text = to_graphml(pair_of_leaves());
    CHECK(count(text, "<node ") == 4);
    CHECK(count(text, "<edge ") == 5);
    CHECK(count(text, "source=\"s&amp;0\" target=\"s1\"") == 3);
    CHECK(count(text, "<data key=\"capacity\">2000000000</data>") == 3);
}

TEST_CASE("DOT bundles parallel cables and counts ports", "[fabric][unit]") {
    std::string const text = to_dot(pair_of_leaves());
    CHECK(count(text, "\"s&0\" -- \"s1\" [label=\"3\"];") == 1);
    CHECK(count(text, "label=\"s1 (1 ports)\"") == 1);
    Fabric const grouped = *build_shape(network(FabricFamily::dragonfly, group("", 4, 2), 3, 1));
    CHECK(count(to_dot(grouped), "subgraph cluster_") == 3);
}

TEST_CASE("a SimGrid platform has one duplex link for parallel cables, routed both ways",
          "[fabric][unit]") {
    std::string const text = to_simgrid_xml(pair_of_leaves());
    CHECK(count(text, "<host ") == 2);
    CHECK(count(text, "<router ") == 2);
    CHECK(count(text, "<link ") == 3);
    CHECK(count(text, "bandwidth=\"6000000000Bps\" latency=\"2e-06s\"") == 1);
    CHECK(count(text, "<route ") == 6);
    CHECK(count(text, "direction=\"DOWN\"") == 3);
}
