// SPDX-License-Identifier: Apache-2.0
#include "models/machine/link_class.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;
using namespace clustersim::literals;

namespace {

std::string const small_class = R"(schema: clustersim/link/1
name: small
title: Four devices
sources: {D: a data sheet}
source: D
confidence: vendor
known_as: ['Four Devices', 'quad']
devices: 4
link: {kind: nvlink_pairs, per_device: 300 GB/s, per_pair: 100 GB/s, latency: 1 us, achievable: 0.7}
nic: {count: 2, bandwidth: 200 Gb/s, latency: 2 us, achievable: 0.9}
collectives:
  low_latency: {start: 5 us, link_share: 0.3}
  ramp: {extra: 3 us, half: 2 KiB}
  tree_overlap: 0.25
  in_switch: {start: 20 us, share: 0.6}
  in_node: {start: 5 us, step: 1 us, fill: 9 us, low_latency_share: 0.4, staging: {pair: 20 GB/s, falls: 1.5}}
)";

Result<LinkClass> read_class(std::string const& text) {
    auto document = parse_yaml(text, "class.yaml");
    REQUIRE(document);
    return read_link_class_document(*document);
}

std::string replaced(std::string text, std::string const& passage, std::string const& instead) {
    auto const at = text.find(passage);
    REQUIRE(at != std::string::npos);
    return text.replace(at, passage.size(), instead);
}

}  // namespace

TEST_CASE("it reads a class of links and keeps defaults for what the file leaves out",
          "[machine][unit]") {
    auto const read = read_class(small_class);
    if (!read) FAIL(to_text(read.error()));
    CollectiveTuning const usual;
    CHECK(read->devices == 4);
    CHECK(read->collectives.of(Protocol::low_latency).start == 5.0_us);
    CHECK(read->collectives.of(Protocol::low_latency).link_share == 0.3);
    CHECK(read->collectives.of(Protocol::low_latency).ring_step ==
          usual.of(Protocol::low_latency).ring_step);
    CHECK(read->collectives.of(Protocol::simple).start == usual.of(Protocol::simple).start);
    CHECK(read->collectives.ramp_half == bytes(2048));
    CHECK(read->collectives.in_switch->share == 0.6);
    InNodeTuning const& in_node = *read->collectives.in_node;
    CHECK(in_node.start == 5.0_us);
    CHECK(in_node.fill == 9.0_us);
    CHECK(in_node.ramp == 0.0_us);
    CHECK(in_node.low_latency_share == 0.4);
    CHECK(in_node.low_latency_128_share == InNodeTuning{}.low_latency_128_share);
    CHECK(in_node.staging->pair == 20.0_GBps);
    CHECK(in_node.staging->falls == 1.5);
    CHECK_FALSE(read->collectives.send_share.has_value());
    NodeType const node = read->node();
    CHECK(node.gpus == 4);
    CHECK(node.nic.count == 2);
}

TEST_CASE("it refuses impossible figures", "[machine][unit]") {
    CHECK_FALSE(read_class(replaced(small_class, "0.3}", "1.3}")));
    CHECK_FALSE(read_class(replaced(small_class, "200 Gb/s", "0 Gb/s")));
    CHECK_FALSE(read_class(replaced(small_class, "low_latency:", "low_latencies:")));
    CHECK_FALSE(
        read_class(replaced(small_class, "achievable: 0.7}", "achievable: 0.7, wires: [0, 1]}")));
}

TEST_CASE("it reports all problems of costs in the node at once", "[machine][unit]") {
    auto const text = replaced(replaced(small_class, "fill: 9 us", "fills: 9 us"),
                               "pair: 20 GB/s, falls: 1.5",
                               "pair: 20 us, falls: -1");
    auto const read = read_class(replaced(text, "low_latency_share: 0.4", "low_latency_share: 4"));
    REQUIRE_FALSE(read);
    std::string const told = to_text(read.error());
    CHECK(told.find("\"fills\"") != std::string::npos);
    CHECK(told.find("\"fill\"") != std::string::npos);
    CHECK(told.find("low_latency_share") != std::string::npos);
    CHECK(told.find("pair") != std::string::npos);
    CHECK(told.find("falls") != std::string::npos);
}

TEST_CASE("it finds a class by its longest name whose words all occur", "[machine][unit]") {
    auto first = read_class(small_class);
    REQUIRE(first);
    auto second = first;
    second->name = "bigger";
    second->known_as = {"Four Devices switch"};
    std::vector<LinkClass> const classes{*first, *second};
    CHECK(find_link_class(classes, "a QUAD of something")->name == "small");
    CHECK(find_link_class(classes, "devices, four of them")->name == "small");
    CHECK(find_link_class(classes, "four devices behind a Switch")->name == "bigger");
    CHECK(find_link_class(classes, "five devices") == nullptr);
}

TEST_CASE("a machine takes a class and overrides single figures", "[machine][unit]") {
    std::string const text =
        with("link: {kind: nvlink_pairs,",
             "collectives: {tree_overlap: 1}\n    link: {kind: nvlink_pairs, like: small,");
    auto document = parse_yaml(text, "machine.yaml");
    REQUIRE(document);
    Diagnostics warnings;
    auto const find = [](std::string const&) { return read_class(small_class); };
    auto const system = read_system(*document, {no_accelerators, find}, warnings);
    if (!system) FAIL(to_text(system.error()));
    CollectiveTuning const& tuning = system->node_types.at("gpu").collectives;
    CHECK(tuning.tree_overlap == 1.0);
    CHECK(tuning.of(Protocol::low_latency).start == 5.0_us);
}

TEST_CASE("an unknown class is reported at its place", "[machine][unit]") {
    auto document =
        parse_yaml(with("link: {kind: nvlink_pairs,", "link: {kind: nvlink_pairs, like: nowhere,"),
                   "machine.yaml");
    REQUIRE(document);
    Diagnostics warnings;
    auto const system = read_system(*document, {no_accelerators, no_links}, warnings);
    REQUIRE_FALSE(system);
    CHECK(system.error().items().front().where.line > 0);
}
