// SPDX-License-Identifier: Apache-2.0
#include "models/collective/collective.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

#include <cmath>

using namespace clustersim;
using namespace clustersim::literals;

TEST_CASE("a group of one costs nothing", "[collective][unit]") {
    CHECK(all_reduce(1.0_GB, {1, 1, 1}, simple_network()) == Duration{});
    CHECK(broadcast(1.0_GB, {1, 1, 1}, simple_network()) == Duration{});
}

TEST_CASE("it takes the fastest algorithm and protocol", "[collective][unit]") {
    NodeType type = simple_node();
    type.collectives = CollectiveTuning{};
    Network const network = network_of(type, FabricParameters{}, 16);
    Group const group{64, 4, 1};
    FastestAlgorithm const small = choose(Collective::all_reduce, bytes(8), group, network);
    CHECK(small.algorithm == Algorithm::tree);
    CHECK(small.protocol == Protocol::low_latency);
    FastestAlgorithm const large = choose(Collective::all_reduce, 8.0_GB, group, network);
    CHECK(large.algorithm == Algorithm::ring);
    CHECK(large.protocol == Protocol::simple);
    for (Algorithm const algorithm : {Algorithm::ring, Algorithm::tree})
        CHECK(choose(Collective::all_reduce, 8.0_GB, group, network, algorithm).time >= large.time);
}

TEST_CASE("an algorithm that a collective does not have takes infinite time",
          "[collective][unit]") {
    CHECK_FALSE(has_algorithm(Collective::broadcast, Algorithm::tree));
    CHECK_FALSE(has_algorithm(Collective::all_to_all, Algorithm::ring));
    CHECK(has_algorithm(Collective::all_gather, Algorithm::hierarchical));
    FastestAlgorithm const none =
        choose(Collective::broadcast, 1.0_GB, {4, 4, 1}, simple_network(), Algorithm::tree);
    CHECK(std::isinf(none.time.si()));
}

TEST_CASE("the library's start-up time counts once", "[collective][unit]") {
    NodeType type = simple_node();
    Duration const before = all_reduce(bytes(8), {8, 4, 1}, network_of(type, {}, 2));
    for (ProtocolTuning& protocol : type.collectives.protocols) protocol.start = 5.0_us;
    CHECK(us(all_reduce(bytes(8), {8, 4, 1}, network_of(type, {}, 2)) - before) == Approx(5.0));
}

TEST_CASE("its bus bandwidth agrees with nccl-tests", "[collective][unit]") {
    // 2 (n-1)/n of bytes over time: 8388608 B in 191.09 us on 8 ranks print 76.82 GB/s.
    CHECK(8388608.0 / 191.09e-6 * bus_factor(Collective::all_reduce, 8) / 1e9 ==
          Approx(76.82).margin(0.01));
    CHECK(bus_factor(Collective::all_gather, 8) == Approx(0.875));
    CHECK(bus_factor(Collective::broadcast, 8) == 1.0);
}
