// SPDX-License-Identifier: Apache-2.0
#include "models/collective/collective.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

struct Case {
    NodeType type;
    FabricParameters fabric;
    Group group;
    Collective collective = Collective::all_reduce;
    Bytes size{};

    [[nodiscard]] Network network(Spread spread = Spread::compact) const {
        return network_of(type, fabric, group.nodes(), spread);
    }
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
    c.type.collectives.ramp = seconds(1e-7 * *rc::gen::inRange(0, 200));
    c.type.collectives.tree_overlap = 0.01 * *rc::gen::inRange(0, 101);
    if (*rc::gen::inRange(0, 2) == 1)
        c.type.collectives.in_switch = InSwitchTuning{seconds(2e-5), 0.6};
    c.fabric.groups = *rc::gen::inRange(0, 30);
    c.fabric.nodes_per_group = *rc::gen::inRange(0, 300);
    c.fabric.leaves_per_group = *rc::gen::inRange(0, 20);
    c.fabric.global_taper = 0.1 * *rc::gen::inRange(1, 60);
    c.fabric.switch_latency = seconds(1e-7 * *rc::gen::inRange(0, 10));
    c.group.per_node = *rc::gen::element(1, c.type.gpus);
    c.group.members = c.group.per_node * *rc::gen::inRange(1, 512);
    c.group.sharing = c.type.gpus / c.group.per_node;
    c.collective = *rc::gen::element(Collective::all_reduce,
                                     Collective::all_gather,
                                     Collective::reduce_scatter,
                                     Collective::broadcast,
                                     Collective::all_to_all);
    c.size = bytes(*rc::gen::inRange(0, 1 << 30));
    return c;
}

Duration time_of_case(Case const& c, Network const& network) {
    return choose(c.collective, c.size, c.group, network).time;
}

/// The fewest hops between nodes of any algorithm.
double fewest_hops(Case const& c) {
    double const nodes = c.group.nodes();
    if (nodes <= 1.0) return 0.0;
    return c.collective == Collective::all_reduce ? 2.0 : 0.5;
}

/// Bytes that must pass the ports of some node, per byte of the message.
double least_port_volume(Case const& c) {
    double const n = c.group.members;
    double const g = c.group.in_node();
    if (c.group.nodes() <= 1) return 0.0;
    switch (c.collective) {
        case Collective::all_reduce: return 1.0;
        case Collective::all_to_all: return g * (n - g) / n;
        case Collective::broadcast: return 1.0;
        default: return (n - g) / n;
    }
}

}  // namespace

TEST_CASE("a collective is bounded by its latency and its bytes", "[collective][property]") {
    CHECK(rc::check("monotone in bytes", [] {
        Case c = any_case();
        Network const network = c.network();
        Duration const time = time_of_case(c, network);
        c.size += bytes(*rc::gen::inRange(1, 1 << 20));
        RC_ASSERT(time_of_case(c, network) >= time);
    }));
    CHECK(rc::check(
        "no faster than its hops or the bytes of its ports",
        [] {
            Case const c = any_case();
            RC_PRE(c.group.members > 1);
            double const time = time_of_case(c, c.network()).si();
            RC_ASSERT(time >= fewest_hops(c) * c.type.nic.latency.si() * (1.0 - 1e-12));
            // However they are shared, the fastest way out of a node is all its ports together.
            double const ports = c.type.nic.bandwidth.si() * c.type.nic.count;
            RC_ASSERT(time >= least_port_volume(c) * c.size.si() / ports * (1.0 - 1e-12));
        }));
    CHECK(rc::check("a forced algorithm is never faster than the choice", [] {
        Case const c = any_case();
        RC_PRE(c.group.members > 1);
        Network const network = c.network();
        Duration const best = time_of_case(c, network);
        for (Algorithm const algorithm : automatic_algorithms(c.collective)) {
            RC_ASSERT(choose(c.collective, c.size, c.group, network, algorithm).time >= best);
        }
    }));
}

TEST_CASE("sharing and spreading never help", "[collective][property]") {
    CHECK(rc::check("more groups on the same ports are never faster", [] {
        Case c = any_case();
        Network const network = c.network();
        Duration const alone = time_of_case(c, network);
        c.group.sharing += *rc::gen::inRange(1, 16);
        RC_ASSERT(time_of_case(c, network) >= alone);
    }));
    CHECK(rc::check("scattering the nodes never helps", [] {
        Case const c = any_case();
        int const nodes = c.group.nodes();
        RC_PRE(c.fabric.nodes_per_group == 0 ||
               nodes <= c.fabric.nodes_per_group * std::max(1, c.fabric.groups));
        // A machine with one group or leaf has nowhere to scatter to.
        RC_PRE(c.fabric.groups > 1 && c.fabric.leaves_per_group > 1);
        RC_ASSERT(time_of_case(c, c.network(Spread::scattered)) >=
                  time_of_case(c, c.network()) * (1.0 - 1e-12));
    }));
}

TEST_CASE("which of equal nodes and ranks come first changes nothing", "[collective][property]") {
    CHECK(rc::check(
        "lists that cross the same borders cost the same",
        [] {
            Case const c = any_case();
            RC_PRE(c.fabric.nodes_per_group > 1 && c.group.nodes() > 1);
            std::vector<int> nodes(static_cast<std::size_t>(c.group.nodes()));
            for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<int>(i);
            FabricSpan const straight = span_of(c.type, c.fabric, nodes);
            std::ranges::reverse(nodes);
            FabricSpan const reversed = span_of(c.type, c.fabric, nodes);
            auto const turn = *rc::gen::inRange<std::size_t>(0, nodes.size());
            std::ranges::rotate(nodes, nodes.begin() + static_cast<std::ptrdiff_t>(turn));
            FabricSpan const rotated = span_of(c.type, c.fabric, nodes);
            Duration const time = time_of_case(c, network_of(c.type, c.fabric, straight));
            RC_ASSERT(time_of_case(c, network_of(c.type, c.fabric, reversed)) == time);
            RC_ASSERT(time_of_case(c, network_of(c.type, c.fabric, rotated)) == time);
        }));
}
