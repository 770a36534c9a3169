// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/node_pools.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// Four nodes: 0 and 1 without, 2 and 3 with GPUs, of 8 and 16 CPUs.
slurm::Site site_of(std::vector<std::pair<std::string, std::vector<std::int32_t>>> const& parts) {
    slurm::Site site;
    site.records.resize(2);
    site.records[0].cpus = 8;
    site.records[1].cpus = 16;
    site.records[1].gres.resize(1);
    site.records[1].gres.front().name = "gpu";
    site.nodes.resize(4);
    site.nodes[2].record = 1;
    site.nodes[3].record = 1;
    for (auto const& [name, nodes] : parts) {
        auto& partition = site.partitions.emplace_back();
        partition.name = name;
        partition.nodes = nodes;
    }
    return site;
}

constexpr auto all_cpus = [](NodePools const& pools) {
    std::vector<std::int32_t> const nodes{0, 1, 2, 3};
    return pools.cpus_of(nodes);
};

}  // namespace

TEST_CASE("partitions without common nodes are different pools", "[diff][unit]") {
    NodePools const pools(site_of({{"cpu", {0, 1}}, {"gpu", {2, 3}}}));
    CHECK(pools.of_node(0) == pools.of_node(1));
    CHECK(pools.of_node(1) != pools.of_node(2));
    CHECK(pools.of_job("gpu", true) == pools.of_node(3));
    CHECK(all_cpus(pools) == std::vector<std::int64_t>{16, 32});
}

TEST_CASE("nodes of one partition with and without GPUs are apart", "[diff][unit]") {
    NodePools const pools(site_of({{"all", {0, 1, 2, 3}}, {"dev", {0, 2}}}));
    CHECK(pools.of_node(0) == pools.of_node(1));
    CHECK(pools.of_node(2) == pools.of_node(3));
    CHECK(pools.of_node(0) != pools.of_node(2));
    CHECK(pools.of_job("all", false) == pools.of_node(1));
    CHECK(pools.of_job("dev", true) == pools.of_node(3));
    CHECK(pools.of_job("none", true) == 0);
}
