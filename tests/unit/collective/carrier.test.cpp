// SPDX-License-Identifier: Apache-2.0
// What the software between a collective library and the ports adds.
#include "models/collective/measured.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

using namespace clustersim;
using namespace clustersim::literals;

namespace {

Network carried_by(Carrier const& carrier) {
    NodeType type = simple_node();
    type.carrier = carrier;
    return network_of(type, FabricParameters{}, 2);
}

Group const two_nodes{8, 4, 1};

Duration reduce(Network const& network, double size) {
    return choose(Collective::all_reduce, bytes(size), two_nodes, network, Algorithm::tree).time;
}

}  // namespace

TEST_CASE("without a carrier a library's own formula holds", "[collective][unit]") {
    Network const network = simple_network();
    Shape const shape = shape_of(Collective::all_reduce, Algorithm::tree, two_nodes, network);
    for (double const size : {8.0, 1e6}) {
        CHECK(time_of(shape, bytes(size), Protocol::simple, network) ==
              carried_time(shape, bytes(size), Protocol::simple, network));
    }
}

TEST_CASE("a message of the eager size and more waits for its receiver at each hop",
          "[collective][unit]") {
    Carrier carrier;
    carrier.eager = bytes(16e3);
    carrier.rendezvous = 30.0_us;
    // Four ports with two channels each: messages are an eighth of the size with Simple.
    carrier.protocols[0].offered = false;
    carrier.protocols[1].offered = false;
    Network const with = carried_by(carrier);
    carrier.rendezvous = Duration{};
    Network const without = carried_by(carrier);
    CHECK(us(reduce(with, 127e3)) == Approx(us(reduce(without, 127e3))));
    CHECK(us(reduce(with, 129e3)) == Approx(us(reduce(without, 129e3)) + 2.0 * 30.0));
}

TEST_CASE("nothing is added inside a node", "[collective][unit]") {
    Carrier carrier;
    carrier.latency = 100.0_us;
    carrier.eager = bytes(1e3);
    carrier.rendezvous = 30.0_us;
    CHECK(all_reduce(bytes(1e6), {4, 4, 1}, carried_by(carrier)) ==
          all_reduce(bytes(1e6), {4, 4, 1}, simple_network()));
}

TEST_CASE("a library keeps the protocol that its own constants favour", "[collective][unit]") {
    NodeType type = simple_node();
    type.collectives.of(Protocol::simple).start = 100.0_us;
    type.carrier.protocols[0].hop = 400.0_us;
    type.carrier.protocols[1].offered = false;
    Network const network = network_of(type, FabricParameters{}, 2);
    FastestAlgorithm const choice = choose(Collective::all_reduce, bytes(8), two_nodes, network);
    CHECK(choice.protocol == Protocol::low_latency);
    CHECK(choice.time > 800.0_us);
}

TEST_CASE("a protocol that is not offered between nodes is used inside them only",
          "[collective][unit]") {
    NodeType type = simple_node();
    type.collectives.of(Protocol::low_latency).start = 50.0_us;
    type.collectives.of(Protocol::simple).start = 50.0_us;
    type.collectives.of(Protocol::low_latency_128).between_nodes = false;
    Network const network = network_of(type, FabricParameters{}, 2);
    CHECK(choose(Collective::all_reduce, bytes(8), {4, 4, 1}, network).protocol ==
          Protocol::low_latency_128);
    CHECK(choose(Collective::all_reduce, bytes(8), two_nodes, network).protocol !=
          Protocol::low_latency_128);
}

TEST_CASE("the rate of a carrier grows with messages", "[collective][unit]") {
    Carrier carrier;
    for (CarriedProtocol& each : carrier.protocols) {
        each.rate = 1.0_GBps;
        each.rate_doubles = bytes(1e6);
    }
    Network const network = carried_by(carrier);
    double const fixed = us(reduce(network, 0.0));
    // 1 MB at twice 1 GB/s; half of the time in the node, 2 MB at 100 GB/s, is not hidden.
    CHECK(us(reduce(network, 1e6)) == Approx(fixed + 500.0 + 10.0));
}

TEST_CASE("a window of messages takes the gap and the line's share", "[collective][unit]") {
    Carrier carrier;
    carrier.between_nodes = MessageWindow{2.0_us, 0.5};
    Network const network = carried_by(carrier);
    CHECK(us(send(bytes(1e6), false, 1, network)) == Approx(2.0 + 100.0));  // 10 of 20 GB/s
    CHECK(us(choose(Collective::send_recv, bytes(1e6), {2, 1, 1}, network).time) == Approx(102.0));
    CHECK(send(bytes(1e6), true, 1, network) == send(bytes(1e6), true, 1, simple_network()));
}

TEST_CASE("the trays of a domain are no networked nodes", "[collective][unit]") {
    NodeType type = simple_node();
    type.link.domain = 16;
    Network const network = network_of(type, FabricParameters{}, 4);
    CHECK(type.linked_devices() == 16);
    CHECK(network.devices == 16);
    CHECK(network.nics == 16);
    MeasuredCollective row;
    row.nodes = 4;
    row.members = 16;
    row.size = bytes(1e6);
    CHECK(measured_group(row, type).nodes() == 1);
    row.nodes = 8;
    row.members = 32;
    CHECK(measured_group(row, type).nodes() == 2);
}
