// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "models/fabric/routing.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

#include <fmt/format.h>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

std::string const header = "from,to,bandwidth,latency,level,links\n";

/// A ring of four switches with a node at each.
std::string const ring = header + "# a ring\n"
                                  "a, s0, 100 Gb/s, 1 us, injection, 2\n"
                                  "b,s1,100 Gb/s,1 us,injection,1\n"
                                  "c,s2,100 Gb/s,1 us,injection,1\n"
                                  "d,s3,100 Gb/s,1 us,injection,1\n"
                                  "\n"
                                  "s0,s1,200 Gb/s,0.1 us,trunk,1\n"
                                  "s1,s2,200 Gb/s,0.1 us,trunk,1\n"
                                  "s2,s3,200 Gb/s,0.1 us,global,1\n"
                                  "s3,s0,200 Gb/s,0.1 us,trunk,2\n";

/// "line:column message" of every problem.
std::vector<std::string> problems(std::string const& text) {
    auto const fabric = parse_edge_list(text, "mine.csv");
    std::vector<std::string> found;
    if (fabric) return found;
    for (Diagnostic const& d : fabric.error().items()) {
        CHECK(d.where.file == "mine.csv");
        found.push_back(fmt::format("{}:{} {}", d.where.line, d.where.column, d.message));
    }
    return found;
}

}  // namespace

TEST_CASE("an edge list becomes a fabric with the user's names", "[fabric][unit]") {
    auto const fabric = parse_edge_list(ring, "mine.csv");
    REQUIRE(fabric);
    CHECK(fabric->family() == FabricFamily::edge_list);
    CHECK(fabric->node_count() == 4);
    CHECK(fabric->endpoint_count() == 5);
    CHECK(fabric->nics_of({0}) == 2);
    CHECK(fabric->switch_count() == 4);
    CHECK(cables(*fabric, LinkLevel::trunk) == 4);
    CHECK(cables(*fabric, LinkLevel::global) == 1);
    CHECK(fabric->endpoint_name({1}) == "a/nic-1");
    CHECK(fabric->switch_name({2}) == "s2");
    CHECK(diameter(*fabric) == 2);
    CHECK(path_diversity(*fabric, {0}, {3}).disjoint == 3);
    CHECK(path_diversity(*fabric, {0}, {2}).shortest == 3.0);
}

TEST_CASE("routes on an edge list are shortest ones, and valiant ones have no loop",
          "[fabric][unit]") {
    auto const fabric = parse_edge_list(ring, "mine.csv");
    REQUIRE(fabric);
    std::vector<LinkId> route;
    Router(*fabric, Routing::minimal).route({0}, {3}, 0, route);
    CHECK(route.size() == 4);
    Router const valiant(*fabric, Routing::valiant);
    bool longer = false;
    for (std::uint64_t flow = 0; flow < 60; ++flow) {
        valiant.route({0}, {2}, flow, route);
        CHECK((route.size() == 3 || route.size() == 5));
        longer = longer || route.size() == 5;
    }
    CHECK(longer);
}

TEST_CASE("an edge list without the column links has one cable a row", "[fabric][unit]") {
    auto const fabric = parse_edge_list("to,from,level,latency,bandwidth\nsw,x,injection,1 us,25 "
                                        "GB/s\nsw,y,injection,0 s,25 GB/s\n",
                                        "mine.csv");
    REQUIRE(fabric);
    CHECK(fabric->endpoint_count() == 2);
    CHECK(fabric->switch_count() == 1);
}

TEST_CASE("every mistake of an edge list is reported with its line and column", "[fabric][unit]") {
    CHECK(problems(header + "a,s0,0 Gb/s,1 us,injection,1\n"
                            "b,s0,10,1 us,injection,0\n"
                            "c,s0,10 Gb/s,-1 us,inject,1\n"
                            "s0,s0,10 Gb/s,1 us,trunk,1\n"
                            "s0,s1,10 Gb/s,1 us\n"
                            "s0,b,10 Gb/s,1 us,trunk,1\n") ==
          std::vector<std::string>{
              "2:6 \"0 Gb/s\" is not a valid bandwidth of a cable",
              "3:6 " + parse_quantity("10", Dimension::bandwidth).error(),
              "3:24 \"0\" is not a number of parallel cables",
              "4:14 \"-1 us\" is not a valid latency of a cable",
              "4:20 there is no level \"inject\"",
              "5:4 both ends of the cable are the same",
              "6:15 4 fields, but the header has 6 (line 1)",
              "7:4 \"b\" is a switch here, but a node on line 3",
          });
}

TEST_CASE("a header that lacks columns or has unknown ones is reported", "[fabric][unit]") {
    CHECK(problems("") == std::vector<std::string>{"0:0 the header line is missing"});
    CHECK(problems("from,to,bandwith,latency,level,to\na,b,1,1,1,1\n") ==
          std::vector<std::string>{"1:9 there is no column \"bandwith\"",
                                   "1:32 the column \"to\" is given twice",
                                   "1:1 the column \"bandwidth\" is missing"});
}

TEST_CASE("a disconnected fabric is refused at the first row of each part", "[fabric][unit]") {
    CHECK(problems(header + "a,s0,10 Gb/s,1 us,injection,1\n"
                            "b,s1,10 Gb/s,1 us,injection,1\n"
                            "s1,s2,10 Gb/s,1 us,trunk,1\n"
                            "s3,s4,10 Gb/s,1 us,trunk,1\n") ==
          std::vector<std::string>{"3:3 no cables lead from switch \"s1\" to \"s0\"",
                                   "5:1 no cables lead from switch \"s3\" to \"s0\""});
    CHECK(problems(header + "s1,s2,10 Gb/s,1 us,trunk,1\n") ==
          std::vector<std::string>{"1:1 no row has level injection, so the fabric has no nodes"});
}
