// SPDX-License-Identifier: Apache-2.0
#include "models/collective/in_node.hpp"

#include "models/collective/collective.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

namespace {

/// Eight devices of which each reaches 200 GB/s, with round costs.
NodeType measured_type() {
    NodeType type = simple_node();
    type.gpus = 8;
    type.link = link_of(NodeLinkKind::nvswitch, 250.0_GBps, 250.0_GBps, 2.0_us, 0.8);
    type.collectives.in_node = InNodeTuning{5.0_us, 1.0_us, 2.0_us, 10.0_us, 0.5, 0.9, {}};
    return type;
}

Network network_of_node(NodeType const& type, int nodes = 1) {
    return network_of(type, FabricParameters{}, nodes);
}

Group group_of(int members) {
    return {members, members, 1};
}

FastestAlgorithm chosen(Collective collective, Bytes size, int members, NodeType const& type) {
    return choose(collective, size, group_of(members), network_of_node(type));
}

}  // namespace

TEST_CASE("a small message in a measured node takes its start and its steps",
          "[collective][unit]") {
    NodeType const type = measured_type();
    CHECK(us(chosen(Collective::all_gather, bytes(1), 2, type).time) == Approx(6.0).epsilon(0.01));
    CHECK(us(chosen(Collective::all_gather, bytes(1), 8, type).time) == Approx(12.0).epsilon(0.01));
    CHECK(us(chosen(Collective::all_reduce, bytes(1), 8, type).time) == Approx(19.0).epsilon(0.01));
}

TEST_CASE("a large message sends its parts and copies the last one", "[collective][unit]") {
    // Simple: start, ramp, 10 us and 7 us for each step; 8 GB at 200 GB/s are 40 ms.
    NodeType const type = measured_type();
    CHECK(us(chosen(Collective::all_gather, 8.0_GB, 2, type).time) ==
          Approx(7.0 + 17.0 + 40000.0 * (1.0 + 0.57) / 2.0));
    CHECK(us(chosen(Collective::all_reduce, 8.0_GB, 8, type).time) ==
          Approx(7.0 + 10.0 + 14.0 * 7.0 + 40000.0 * (14.0 + 0.57) / 8.0));
    CHECK(us(chosen(Collective::broadcast, 8.0_GB, 2, type).time) == Approx(7.0 + 17.0 + 40000.0));
    CHECK(us(chosen(Collective::all_to_all, 8.0_GB, 8, type).time) ==
          Approx(5.0 + 1.9 + 7.0 * 0.38 + 2.0 + 3.0 + 70.0 + 40000.0 * 7.57 / 8.0).epsilon(1e-4));
    CHECK(us(send(8.0_GB, true, 1, network_of_node(type))) ==
          Approx(5.0 + 1.9 + 0.38 + 2.0 + 3.0 + 70.0 + 40000.0).epsilon(1e-4));
}

TEST_CASE("the library chooses a protocol by its own constants", "[collective][unit]") {
    // Measured tables of eight A100 change their slope between these sizes.
    NodeType type = measured_type();
    type.link = link_of(NodeLinkKind::nvswitch, 300.0_GBps, 300.0_GBps, 1.6_us, 0.775);
    auto const protocol = [&](double mib, int members) {
        return chosen(Collective::all_gather, bytes(mib * 0x1p20), members, type).protocol;
    };
    CHECK(protocol(1, 2) == Protocol::low_latency);
    CHECK(protocol(2, 2) == Protocol::simple);
    CHECK(protocol(1, 4) == Protocol::low_latency);
    CHECK(protocol(2, 4) == Protocol::simple);
    CHECK(protocol(8, 8) == Protocol::low_latency_128);
    CHECK(protocol(16, 8) == Protocol::simple);
    CHECK(chosen(Collective::all_to_all, bytes(8 * 16384.0), 8, type).protocol ==
          Protocol::low_latency);
    CHECK(chosen(Collective::all_to_all, bytes(8 * 20000.0), 8, type).protocol == Protocol::simple);
}

TEST_CASE("devices that copy through the host share its memory", "[collective][unit]") {
    NodeType type = measured_type();
    type.link = link_of(NodeLinkKind::pcie, 32.0_GBps, 32.0_GBps, 1.0_us, 0.75);
    type.collectives.in_node->staging = Staging{20.0_GBps, 2.0};
    // 8 GB at 20, 5 and 1.25 GB/s; nothing is copied in addition.
    double const whole = 8e9 / 20e9 * 1e6;
    CHECK(us(chosen(Collective::all_gather, 8.0_GB, 2, type).time) ==
          Approx(whole / 2.0).epsilon(0.001));
    CHECK(us(chosen(Collective::all_gather, 8.0_GB, 4, type).time) ==
          Approx(4.0 * whole * 3.0 / 4.0).epsilon(0.001));
    CHECK(us(chosen(Collective::all_to_all, 8.0_GB, 8, type).time) ==
          Approx(16.0 * whole * 7.0 / 8.0).epsilon(0.001));
    // Two groups of two load the host like one of four.
    CHECK(us(choose(Collective::all_gather, 8.0_GB, {2, 2, 2}, network_of_node(type)).time) ==
          Approx(4.0 * whole / 2.0).epsilon(0.001));
    CHECK(chosen(Collective::all_gather, bytes(1e6), 8, type).protocol == Protocol::simple);
}

TEST_CASE("the switch reduces for more than four devices", "[collective][unit]") {
    NodeType type = measured_type();
    type.collectives.in_switch = InSwitchTuning{60.0_us, 0.6};
    CHECK(chosen(Collective::all_reduce, 1.0_GB, 4, type).algorithm == Algorithm::ring);
    auto const eight = chosen(Collective::all_reduce, 1.0_GB, 8, type);
    CHECK(eight.algorithm == Algorithm::in_switch);
    CHECK(us(eight.time) == Approx(60.0 + 1e6 / 150.0));
    CHECK(chosen(Collective::all_reduce, bytes(1e6), 8, type).algorithm == Algorithm::ring);
}

TEST_CASE("costs in the node leave several nodes and other algorithms alone",
          "[collective][unit]") {
    NodeType const type = measured_type();
    NodeType plain = type;
    plain.collectives.in_node.reset();
    Network const measured = network_of_node(type, 2);
    Network const usual = network_of_node(plain, 2);
    for (double size = 8.0; size < 1e9; size *= 8.0) {
        CHECK(all_reduce(bytes(size), {16, 8, 1}, measured) ==
              all_reduce(bytes(size), {16, 8, 1}, usual));
        CHECK(choose(Collective::all_reduce, bytes(size), {8, 8, 1}, measured, Algorithm::tree)
                  .time ==
              choose(Collective::all_reduce, bytes(size), {8, 8, 1}, usual, Algorithm::tree).time);
    }
}
