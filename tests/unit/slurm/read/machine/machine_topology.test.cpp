// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_topology.hpp"

#include "models/machine/catalogue.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>

using namespace clustersim;

namespace {

slurm::Site site_of(std::string const& name, SlurmTopology topology) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    slurm::Site site = machine_site(loaded->system, make_population(RandomStream(1, "people")));
    REQUIRE(describe_topology(loaded->system, NodeLayout(loaded->system), topology, site));
    return site;
}

std::vector<slurm::Switch> leaves_of(slurm::Site const& site) {
    std::vector<slurm::Switch> leaves;
    std::ranges::copy_if(site.switches, std::back_inserter(leaves), [](slurm::Switch const& one) {
        return one.switches.empty();
    });
    return leaves;
}

}  // namespace

TEST_CASE("a dragonfly+ is described by its cells, under one switch", "[scenario][unit]") {
    slurm::Site const site = site_of("leonardo", SlurmTopology::tree);
    auto const leaves = leaves_of(site);
    // 17 cells of the Booster and part of one, as far as its partition reaches, 2 of the other part, and one of both; the
    // last has no node.
    CHECK(leaves.size() == 21);
    CHECK(std::ranges::count_if(leaves,
                                [](auto const& leaf) { return leaf.nodes.size() == 180; }) == 17);
    CHECK(site.switches.size() == leaves.size() + 1);
    CHECK(site.switches.back().switches.size() == leaves.size());
    CHECK(site.settings.select.topology == slurm::TopologyPlugin::tree);
    CHECK_FALSE(site.settings.select.topology_optional);
}

TEST_CASE("every node of a partition is under one leaf", "[scenario][unit]") {
    for (char const* machine : {"leonardo", "marenostrum5", "lumi", "karolina"}) {
        slurm::Site const site = site_of(machine, SlurmTopology::on_request);
        std::multiset<std::int32_t> seen;
        for (slurm::Switch const& leaf : leaves_of(site))
            seen.insert(leaf.nodes.begin(), leaf.nodes.end());
        CHECK(seen.size() == std::set<std::int32_t>(seen.begin(), seen.end()).size());
        std::set<std::int32_t> used;
        for (slurm::Partition const& one : site.partitions)
            used.insert(one.nodes.begin(), one.nodes.end());
        CHECK(std::set<std::int32_t>(seen.begin(), seen.end()) == used);
        CHECK(site.settings.select.topology_optional);
    }
}

TEST_CASE("without a topology nothing is described", "[scenario][unit]") {
    slurm::Site const site = site_of("leonardo", SlurmTopology::none);
    CHECK(site.switches.empty());
    CHECK(site.settings.select.topology == slurm::TopologyPlugin::none);
}
