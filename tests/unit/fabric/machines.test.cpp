// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/analysis.hpp"
#include "models/fabric/node_links.hpp"
#include "models/fabric/summary.hpp"
#include "models/machine/node_part.hpp"
#include "tests/unit/fabric/fabric_test.hpp"

#include <map>
#include <set>

using namespace clustersim;
using namespace clustersim::fabric_test;

namespace {

struct Size {
    std::uint32_t groups, switches, nodes;
};

Fabric only_network(std::string const& name) {
    LoadedSystem const loaded = machine(name);
    REQUIRE(networks_of(loaded.system).size() == 1);
    auto fabric = build_fabric(loaded.system, networks_of(loaded.system).front());
    REQUIRE(fabric);
    return std::move(*fabric);
}

}  // namespace

TEST_CASE("every machine's networks can be built and hold all its nodes", "[fabric][unit]") {
    Catalogue const catalogue(std::string(PROJECT_DIR) + "/systems");
    REQUIRE_FALSE(catalogue.names().empty());
    for (std::string const& name : catalogue.names()) {
        LoadedSystem const loaded = machine(name);
        std::uint32_t nodes = 0;
        for (std::string const& network : networks_of(loaded.system)) {
            INFO(name << " " << network);
            auto const fabric = build_fabric(loaded.system, network, &loaded.document);
            if (!fabric) FAIL(to_text(fabric.error()));
            nodes += fabric->node_count();
            for (Partition const& partition : loaded.system.partitions) {
                if (network_of(loaded.system, partition) != network) continue;
                CHECK(nodes_of(*fabric, loaded.system, partition).size() ==
                      static_cast<std::size_t>(partition.nodes));
            }
            Bisection const halves = bisection(*fabric);
            CHECK(halves.max_flow <= halves.formula * (1.0 + 1e-9));
            CHECK(halves.max_flow >= halves.formula * 0.9);
        }
        CHECK(nodes == static_cast<std::uint32_t>(loaded.system.node_count()));
    }
}

TEST_CASE("Leonardo has 23 cells of 36 switches, 18 cables a pair", "[fabric][unit]") {
    Fabric const fabric = only_network("leonardo");
    CHECK(fabric.groups().size() == 23);
    CHECK(fabric.switch_count() == 828);
    CHECK(cables(fabric, LinkLevel::global) == 18 * 23 * 22 / 2);
    CHECK(cables(fabric, LinkLevel::leaf_spine) == 23 * 18 * 18);
    std::map<std::string, int> kinds;
    for (FabricGroup const& group : fabric.groups()) ++kinds[group.kind];
    CHECK(kinds ==
          std::map<std::string, int>{{"booster", 19}, {"dcgp", 2}, {"hybrid", 1}, {"service", 1}});
    // Booster cell: 72 Tb/s injected, 64.8 up, 79.2 out.
    GroupTaper const taper = taper_of(fabric, 0);
    CHECK(taper.injection.si() == Approx(72e12 / 8));
    CHECK(taper.injection / taper.leaf_up == Approx(20.0 / 18.0));
    CHECK(taper.leaving.si() == Approx(79.2e12 / 8));
    // Eleven cells against twelve, 3.6 Tb/s a pair.
    Bisection const halves = bisection(fabric);
    CHECK(halves.cables == 11 * 12 * 18);
    CHECK(halves.formula.si() == Approx(11 * 12 * 3.6e12 / 8));
    CHECK(halves.max_flow.si() == Approx(halves.formula.si()));
    CHECK(diameter(fabric) == 3);
    CHECK(fabric.groups()[fabric.group_of(fabric.node_of("booster", 3455))].kind == "hybrid");
    CHECK(fabric.groups()[fabric.group_of(fabric.node_of("dcgp", 1535))].kind == "hybrid");
}

TEST_CASE("a Leonardo leaf holds ten Booster nodes", "[fabric][unit]") {
    Fabric const fabric = only_network("leonardo");
    for (std::uint32_t leaf = 0; leaf < 18; ++leaf) CHECK(ports_at(fabric, {leaf}) == 40);
    CHECK(fabric.endpoint(fabric.endpoint_of({9}, 3)).leaf.value == 0);
    CHECK(fabric.endpoint(fabric.endpoint_of({10}, 0)).leaf.value == 1);
}

TEST_CASE("LUMI has 24 GPU groups of 32 switches and 8 CPU groups of 16", "[fabric][unit]") {
    Fabric const fabric = only_network("lumi");
    std::map<std::string, Size> kinds;
    for (FabricGroup const& group : fabric.groups()) {
        Size& size = kinds[group.kind];
        ++size.groups;
        size.switches += group.leaves;
        size.nodes += group.nodes;
    }
    CHECK(kinds["slingshot-g"].groups == 24);
    CHECK(kinds["slingshot-g"].switches == 24 * 32);
    CHECK(kinds["slingshot-g"].nodes == 2978);
    CHECK(kinds["cpu"].groups == 8);
    CHECK(kinds["cpu"].switches == 8 * 16);
    CHECK(kinds["cpu"].nodes == 2048);
    CHECK(fabric.groups()[0].nodes == 124);
    CHECK(fabric.groups()[23].nodes == 126);
    CHECK(fabric.global_links(0, 23).size() == 20);
    CHECK(fabric.global_links(3, 24).size() == 4);
    CHECK(fabric.global_links(24, 31).size() == 16);
    CHECK(diameter(fabric) == 3);
}

TEST_CASE("LUMI's parts have the bandwidths of the operator's table", "[fabric][unit]") {
    Fabric const fabric = only_network("lumi");
    // Both directions together, in TB/s.
    std::map<std::pair<std::string, std::string>, double> table;
    for (Link const& link : fabric.links()) {
        if (link.level != LinkLevel::global) continue;
        auto const kind = [&](VertexId v) {
            return fabric.groups()[fabric.switch_at(fabric.switch_of(v)).group].kind;
        };
        table[std::minmax(kind(link.from), kind(link.to))] += link.capacity.si() * 1e-12;
    }
    std::map<std::pair<std::string, std::string>, double> const published{
        {{"slingshot-g", "slingshot-g"}, 276.0},
        {{"cpu", "slingshot-g"}, 38.4},
        {{"cpu", "cpu"}, 22.4},
        {{"management", "slingshot-g"}, 2.4},
        {{"flash", "slingshot-g"}, 7.2},
        {{"disk", "slingshot-g"}, 9.6},
        {{"cpu", "management"}, 0.8},
        {{"cpu", "flash"}, 3.2},
        {{"cpu", "disk"}, 3.2},
        {{"disk", "flash"}, 0.4},
        {{"flash", "management"}, 0.4},
        {{"disk", "management"}, 0.4}};
    REQUIRE(table.size() == published.size());
    for (auto const& [pair, expected] : published) {
        INFO(pair.first << " - " << pair.second);
        CHECK(table[pair] == Approx(expected));
    }
}

TEST_CASE("half of LUMI's GPU groups reach the other half at 72 TB/s", "[fabric][unit]") {
    Fabric const fabric = only_network("lumi");
    std::vector<std::uint32_t> gpu;
    for (std::uint32_t g = 0; g < 24; ++g) gpu.push_back(g);
    Bisection const halves = bisection(fabric, gpu);
    CHECK(halves.cables == 12 * 12 * 20);
    CHECK(halves.formula.si() == Approx(72e12));
    CHECK(halves.max_flow.si() == Approx(72e12));
    GroupTaper const taper = taper_of(fabric, 0);
    CHECK(taper.injection.si() == Approx(12.4e12));
}

TEST_CASE("a LUMI-G node is connected to four switches", "[fabric][unit]") {
    Fabric const fabric = only_network("lumi");
    for (std::uint32_t index : {0U, 77U, 2977U}) {
        FabricNodeId const node = fabric.node_of("lumi-g", index);
        std::set<std::uint32_t> leaves;
        for (std::uint32_t nic = 0; nic < 4; ++nic)
            leaves.insert(fabric.endpoint(fabric.endpoint_of(node, nic)).leaf.value);
        CHECK(leaves.size() == 4);
    }
    for (std::uint32_t s = 0; s < 24 * 32; ++s) CHECK(ports_at(fabric, {s}) <= 16);
}

TEST_CASE("JUPITER has 27 groups of 15 leaves and 16 spines, 20 cables a pair", "[fabric][unit]") {
    Fabric const fabric = only_network("jupiter");
    CHECK(fabric.groups().size() == 27);
    CHECK(fabric.switch_count() == 837);
    CHECK(machine("jupiter").system.fabrics.at("ndr").other_switches + 837 == 867);
    CHECK(fabric.groups()[0].leaves == 15);
    CHECK(fabric.groups()[0].spines == 16);
    CHECK(fabric.groups()[0].nodes == 240);
    CHECK(fabric.groups()[24].nodes == 124);
    CHECK(cables(fabric, LinkLevel::leaf_spine) == 27 * 15 * 32);
    CHECK(cables(fabric, LinkLevel::global) == 20 * 27 * 26 / 2);
    for (std::uint32_t leaf = 0; leaf < 15; ++leaf) CHECK(ports_at(fabric, {leaf}) == 64);
    GroupTaper const taper = taper_of(fabric, 0);
    CHECK(taper.injection.si() == Approx(192e12 / 8));
    CHECK(taper.leaf_up.si() == Approx(192e12 / 8));
    Bisection const halves = bisection(fabric);
    CHECK(halves.cables == 13 * 14 * 20);
    CHECK(halves.formula.si() == Approx(13 * 14 * 8e12 / 8));
    CHECK(halves.max_flow.si() == Approx(halves.formula.si()));
}

TEST_CASE("MareNostrum 5's islands are full fat trees, with half the bandwidth between them",
          "[fabric][unit]") {
    Fabric const fabric = only_network("marenostrum5");
    CHECK(fabric.groups().size() == 10);
    CHECK(diameter(fabric) == 4);
    GroupTaper const taper = taper_of(fabric, 0);
    CHECK(taper.injection.si() == Approx(128e12 / 8));
    CHECK(taper.injection / taper.leaf_up == Approx(1.0));
    CHECK(taper.injection / taper.leaving == Approx(2.0));
    LoadedSystem const loaded = machine("marenostrum5");
    int known = static_cast<int>(fabric.switch_count());
    known += loaded.system.fabrics.at("ndr-acc").other_switches;
    CHECK(known == 324);
}

TEST_CASE("Karolina's tree has 40 leaves and 20 spines", "[fabric][unit]") {
    Fabric const fabric = only_network("karolina");
    CHECK(fabric.switch_count() == 60);
    CHECK(cables(fabric, LinkLevel::leaf_spine) == 800);
}

TEST_CASE("Deucalion's ARM tree is tapered six to one", "[fabric][unit]") {
    LoadedSystem const loaded = machine("deucalion");
    auto const arm = build_fabric(loaded.system, "hdr-arm");
    REQUIRE(arm);
    GroupTaper const taper = taper_of(*arm, 0);
    CHECK(taper.injection / taper.leaf_up == Approx(6.0).epsilon(0.06));
    auto const x86 = build_fabric(loaded.system, "hdr-x86");
    REQUIRE(x86);
    CHECK(x86->switch_count() == 27);
}

TEST_CASE("a machine's tree may have levels above the cores", "[fabric][unit]") {
    LoadedSystem loaded = machine("karolina");
    FabricParameters& hdr = loaded.system.fabrics.at("hdr");
    hdr.groups = 4;
    hdr.nodes_per_group = 200;
    hdr.leaves_per_group = 10;
    hdr.spines_per_group = 5;
    hdr.spine_uplinks = 8;
    hdr.upper_levels = {{"middle", 10, 2, 4}, {"top", 20, 0, 0}};
    hdr.switch_ports = 0;
    auto const fabric = build_fabric(loaded.system, "hdr");
    REQUIRE(fabric);
    CHECK(fabric->switch_count() == 4 * 15 + 2 * 10 + 20);
    CHECK(diameter(*fabric) == 6);
    CHECK(cables(*fabric, LinkLevel::core) == 4 * 5 * 8 + 2 * 10 * 4);
}

TEST_CASE("nodes with cut accelerators (MIG) are the nodes of their owner", "[fabric][unit]") {
    LoadedSystem const loaded = machine("berzelius");
    for (Partition const& partition : loaded.system.partitions) {
        NodeType const& type = loaded.system.node_type_of(partition);
        if (type.part_of.empty()) continue;
        auto const fabric = build_fabric(loaded.system, partition);
        REQUIRE(fabric);
        auto const nodes = nodes_of(*fabric, loaded.system, partition);
        REQUIRE(nodes.size() == static_cast<std::size_t>(partition.nodes));
        CHECK(fabric->node_name(nodes.front()).starts_with(type.part_of));
        return;
    }
    FAIL("no such partition");
}

TEST_CASE("an unknown fabric gives an error with the nearest name", "[fabric][unit]") {
    LoadedSystem const loaded = machine("lumi");
    auto const fabric = build_fabric(loaded.system, "slingshot-d");
    REQUIRE_FALSE(fabric);
    CHECK(fabric.error().items().front().help.find("slingshot-") != std::string::npos);
}

TEST_CASE("a machine's impossible port count is reported at its place", "[fabric][unit]") {
    LoadedSystem loaded = machine("leonardo");
    loaded.system.fabrics.at("hdr").switch_ports = 36;
    auto const fabric = build_fabric(loaded.system, "hdr", &loaded.document);
    REQUIRE_FALSE(fabric);
    Diagnostic const& first = fabric.error().items().front();
    CHECK(first.message ==
          "booster-0/leaf-0 needs 38 ports, 20 for nodes and 18 for switches, but has 36");
    CHECK(first.line_text == "    switch_ports: 40");
    CHECK(first.where.line > 0);
}

TEST_CASE("devices of a part of a node reach each other", "[fabric][unit]") {
    Catalogue const catalogue(std::string(PROJECT_DIR) + "/systems");
    for (std::string const& name : catalogue.names())
        for (auto const& [of, type] : machine(name).system.node_types)
            for (int devices = 0; devices <= type.gpus; ++devices) {
                NodeType const part = part_of_node(type, devices);
                INFO(name << " " << of << ", " << devices << " of " << type.gpus);
                NodeLinks const links(part);
                CHECK(links.devices() == devices);
                bool reached = true;
                for (int i = 0; i < devices; ++i)
                    for (int j = 0; j < devices; ++j) {
                        if (i == j) continue;
                        reached = reached && links.between(i, j).bandwidth.si() > 0.0;
                        reached =
                            reached && (links.nic_of(i) < 0) == (NodeLinks(type).nic_of(i) < 0);
                    }
                CHECK((reached || type.link.kind == NodeLinkKind::none));
            }
}
