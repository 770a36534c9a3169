// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/node_links.hpp"

#include "tests/unit/fabric/fabric_test.hpp"

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

NodeLinks links_of(std::string const& system, std::string const& type) {
    return NodeLinks(machine(system).system.node_types.at(type));
}

double gigabytes(Bandwidth bandwidth) {
    return bandwidth.si() * 1e-9;
}

}  // namespace

TEST_CASE("an MI250X node has the link counts that the driver lists", "[fabric][unit]") {
    NodeLinks const links = links_of("lumi", "lumi-g");
    REQUIRE(links.devices() == 8);
    CHECK(links.wires(0, 1) == 4);
    CHECK(links.wires(0, 6) == 2);
    CHECK(links.wires(2, 4) == 2);
    CHECK(links.wires(3, 7) == 1);
    CHECK(links.wires(0, 4) == 0);
    CHECK(gigabytes(links.between(0, 1).bandwidth) == Approx(200));
    CHECK(gigabytes(links.between(6, 0).bandwidth) == Approx(100));
    CHECK(gigabytes(links.between(1, 5).bandwidth) == Approx(50));
    CHECK(links.between(0, 1).hops == 1);
}

TEST_CASE("pairs of GCDs without a link are relayed at twice the latency", "[fabric][unit]") {
    NodeLinks const links = links_of("lumi", "lumi-g");
    // Measured: 69.9 GB/s over routed pairs, 77.1 over two links, so a routed pair is as wide as
    // two links.
    for (auto const& [from, to] : {std::pair{0, 3}, {0, 4}, {0, 7}, {1, 2}, {1, 6}}) {
        DevicePath const& path = links.between(from, to);
        CHECK(gigabytes(path.bandwidth) == Approx(100));
        CHECK(path.hops == 2);
        CHECK(links.wires(from, path.relay) > 0);
        CHECK(path.latency.si() == Approx(2.0 * links.between(0, 1).latency.si()));
    }
}

TEST_CASE("the eight GCDs close two rings that share no link", "[fabric][unit]") {
    NodeLinks const links = links_of("lumi", "lumi-g");
    auto const rings = links.rings();
    REQUIRE(rings.size() == 2);
    int used[8][8] = {};
    for (auto const& ring : rings) {
        REQUIRE(ring.size() == 8);
        for (std::size_t i = 0; i < 8; ++i) {
            int const a = ring[i];
            int const b = ring[(i + 1) % 8];
            ++used[a][b];
            ++used[b][a];
            CHECK(used[a][b] <= links.wires(a, b));
        }
    }
    CHECK(gigabytes(links.ring_bandwidth()) == Approx(200));  // both ways round both
    CHECK(gigabytes(links.ring_bandwidth(std::vector<int>{0, 1})) == Approx(200));
}

TEST_CASE("a superchip reaches its CPU faster than a PCIe card does", "[fabric][unit]") {
    CHECK(gigabytes(links_of("jupiter", "booster").host()) == Approx(450));
    CHECK(gigabytes(links_of("leonardo", "booster").host()) == Approx(32));
    CHECK(gigabytes(links_of("lumi", "lumi-g").host()) == Approx(36));
}

TEST_CASE("two GCDs of a card share its NIC", "[fabric][unit]") {
    NodeLinks const links = links_of("lumi", "lumi-g");
    CHECK(links.nic_of(5) == 2);
}

TEST_CASE("GPUs wired in pairs reach all others together, and each other GPU at its share",
          "[fabric][unit]") {
    NodeLinks const links = links_of("leonardo", "booster");
    CHECK(gigabytes(links.between(0, 3).bandwidth) == Approx(100));
    CHECK(links.between(0, 3).hops == 1);
    CHECK_FALSE(links.switched());
    CHECK(gigabytes(links.ring_bandwidth()) == Approx(300));
    CHECK(gigabytes(links.ring_bandwidth(std::vector<int>{0, 2, 3})) == Approx(200));
    CHECK(gigabytes(links.ring_bandwidth(std::vector<int>{1, 2})) == Approx(100));
    CHECK(links.nic_of(2) == 2);
}

TEST_CASE("an NVSwitch gives every pair the whole port", "[fabric][unit]") {
    NodeLinks const links = links_of("berzelius", "thin");
    CHECK(links.switched());
    CHECK(gigabytes(links.between(0, 7).bandwidth) == Approx(300));
    CHECK(links.between(0, 7).hops == 1);
    CHECK(gigabytes(links.ring_bandwidth()) == Approx(300));
}

TEST_CASE("GPUs on PCIe only are joined at the host", "[fabric][unit]") {
    NodeLinks const links = links_of("alex", "a40");
    CHECK(links.switched());
    CHECK(links.between(0, 7).hops == 2);
    CHECK(gigabytes(links.between(0, 7).bandwidth) == Approx(32));
}

TEST_CASE("a node without accelerators has no links", "[fabric][unit]") {
    NodeLinks const links = links_of("leonardo", "dcgp");
    CHECK(links.devices() == 0);
    CHECK(links.ring_bandwidth().si() == 0.0);
    CHECK(links.nic_of(0) == -1);
}

TEST_CASE("devices in a line reach each other over chains and form no ring", "[fabric][unit]") {
    NodeType type;
    type.gpus = 4;
    type.link.kind = NodeLinkKind::infinity_fabric;
    type.link.per_device = bytes_per_second(100e9);
    type.link.per_pair = bytes_per_second(50e9);
    type.link.latency = seconds(1e-6);
    type.link.wires = {0, 1, 0, 0, 1, 0, 2, 0, 0, 2, 0, 1, 0, 0, 1, 0};
    NodeLinks const links(type);
    CHECK(links.between(0, 3).hops == 3);
    CHECK(links.between(0, 3).relay == 1);
    CHECK(links.between(0, 3).latency.si() == Approx(3e-6));
    CHECK(links.rings() == std::vector<std::vector<int>>{{0, 1, 2, 3}});
    CHECK(gigabytes(links.ring_bandwidth()) == Approx(50));
}
