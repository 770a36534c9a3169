// SPDX-License-Identifier: Apache-2.0
#include "models/collective/ring.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>

using namespace clustersim;

namespace {

struct Case {
    NodeType type;
    FabricParameters fabric;
    Group group;
    Bytes size{};
};

Case any_case() {
    Case c;
    c.type.gpus = *rc::gen::element(1, 2, 4, 8);
    c.type.link.kind =
        *rc::gen::element(NodeLinkKind::nvswitch, NodeLinkKind::nvlink_pairs, NodeLinkKind::pcie);
    c.type.link.per_device = bytes_per_second(1e9 * *rc::gen::inRange(10, 900));
    c.type.link.per_pair = c.type.link.per_device / std::max(1, c.type.gpus - 1);
    c.type.link.latency = seconds(1e-7 * *rc::gen::inRange(1, 100));
    c.type.link.achievable = 0.01 * *rc::gen::inRange(10, 101);
    c.type.nic.count = *rc::gen::element(1, 2, 4, 8, 10);
    c.type.nic.bandwidth = bytes_per_second(1e9 * *rc::gen::inRange(1, 60));
    c.type.nic.latency = seconds(1e-7 * *rc::gen::inRange(1, 100));
    c.type.nic.achievable = 0.01 * *rc::gen::inRange(10, 101);
    c.fabric.groups = *rc::gen::inRange(0, 30);
    c.fabric.nodes_per_group = *rc::gen::inRange(0, 300);
    c.fabric.global_taper = 0.1 * *rc::gen::inRange(1, 60);
    c.group.per_node = *rc::gen::element(1, c.type.gpus);
    c.group.members = c.group.per_node * *rc::gen::inRange(1, 512);
    c.group.sharing = c.type.gpus / c.group.per_node;
    c.size = bytes(*rc::gen::inRange(0, 1 << 30));
    return c;
}

}  // namespace

TEST_CASE("a ring all-reduce is bounded by its latency, its bytes, and more bytes",
          "[collective][property]") {
    CHECK(rc::check("no faster than its steps or its slowest port; monotone in bytes", [] {
        Case const c = any_case();
        Spread const spread = *rc::gen::element(Spread::compact, Spread::scattered);
        Network const network = network_of(c.type, c.fabric, c.group.nodes(), spread);
        Duration const time = all_reduce(c.size, c.group, network);
        double const nodes = c.group.nodes();
        RC_ASSERT(time >= 2.0 * (nodes - 1.0) * network.nic_latency);
        // However they are shared, a node's ports together are the fastest way out of it.
        Bandwidth const ports = c.type.nic.bandwidth * static_cast<double>(c.type.nic.count);
        RC_ASSERT(time.si() >= (2.0 * (nodes - 1.0) / nodes * c.size / ports).si() * (1.0 - 1e-12));
        RC_ASSERT(all_reduce(c.size + bytes(1), c.group, network) >= time);
    }));
    CHECK(rc::check("a reduce-scatter and an all-gather make an all-reduce", [] {
        Case const c = any_case();
        Network const network = network_of(c.type, c.fabric, c.group.nodes());
        Duration const both =
            reduce_scatter(c.size, c.group, network) + all_gather(c.size, c.group, network);
        RC_ASSERT(std::abs((both - all_reduce(c.size, c.group, network)).si()) <=
                  1e-12 * both.si());
    }));
    CHECK(rc::check("scattering the nodes never helps", [] {
        Case const c = any_case();
        int const nodes = c.group.nodes();
        RC_PRE(c.fabric.nodes_per_group == 0 ||
               nodes <= c.fabric.nodes_per_group * std::max(1, c.fabric.groups));
        Duration const near =
            all_reduce(c.size, c.group, network_of(c.type, c.fabric, nodes, Spread::compact));
        Duration const far =
            all_reduce(c.size, c.group, network_of(c.type, c.fabric, nodes, Spread::scattered));
        RC_ASSERT(far >= near);
    }));
}
