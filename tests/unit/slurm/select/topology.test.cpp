// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/topology_tree.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/select/small_site.hpp"

namespace clustersim::slurm {

namespace {

using Numbers = std::vector<std::int32_t>;

/// Leaves of four nodes under one root, or two leaves under each of two spines.
Site tree_site(std::int32_t leaves, bool spines = false) {
    auto site = small_site(leaves * 4);
    site.settings.select.topology = TopologyPlugin::tree;
    Switch root;
    for (std::int32_t leaf = 0; leaf < leaves; ++leaf) {
        Switch one;
        for (std::int32_t i = 0; i < 4; ++i) one.nodes.push_back(leaf * 4 + i);
        site.switches.push_back(one);
        root.switches.push_back(leaf);
    }
    if (spines) {
        Switch left, right;
        left.switches = {0, 1};
        right.switches = {2, 3};
        site.switches.push_back(left);
        site.switches.push_back(right);
        root.switches = {4, 5};
    }
    site.switches.push_back(root);
    return site;
}

NodeSet numbered(Playground const& here, Numbers nodes) {
    for (auto& node : nodes) --node;
    return here.only(nodes);
}

}  // namespace

TEST_CASE("it takes the smallest leaf that holds the job, else the largest first (TV-29)",
          "[slurm_select][unit]") {
    Playground here(tree_site(3));
    auto const free = numbered(here, {1, 2, 5, 6, 7, 9, 10, 11, 12});
    CHECK(numbers(here.select(whole(2), free)) == Numbers{1, 2});
    CHECK(here.scratch.leaf_switches == 1);
    CHECK(numbers(here.select(whole(3), free)) == Numbers{5, 6, 7});
    CHECK(numbers(here.select(whole(4), free)) == Numbers{9, 10, 11, 12});
    CHECK(numbers(here.select(whole(5), free)) == Numbers{1, 9, 10, 11, 12});
    CHECK(here.scratch.leaf_switches == 2);
    CHECK_FALSE(here.select(whole(10), free));
}

TEST_CASE(
    "it begins under the spine with most nodes and continues with near leaves (spec 6.9, observed)",
    "[slurm_select][unit]") {
    Playground here(tree_site(4, true));
    // Leaves of 3 and 1 nodes under the first spine, 2 and 1 under the second.
    auto const free = numbered(here, {1, 2, 3, 5, 9, 10, 13});
    CHECK(numbers(here.select(whole(5), free)) == Numbers{1, 2, 3, 5, 13});
    // One node on each leaf except the last, which has two: the spines are equal, so the first leaf
    // is taken, then the near one, although the last could hold both.
    auto const scattered = numbered(here, {1, 5, 13, 14});
    CHECK(numbers(here.select(whole(3), scattered)) == Numbers{1, 5, 13});
}

TEST_CASE("since 24.05.3 a nearer leaf counts only if its switch has room (spec 6.9.4)",
          "[slurm_select][unit]") {
    auto site = tree_site(4, true);
    Numbers const free{1, 2, 3, 5, 6, 9, 10, 13, 14, 15, 16};
    {
        Playground here(site);
        CHECK(numbers(here.select(whole(10), numbered(here, free))) ==
              Numbers{1, 2, 3, 5, 9, 10, 13, 14, 15, 16});
    }
    site.settings.release = {2405, 3};
    Playground here(site);
    CHECK(numbers(here.select(whole(10), numbered(here, free))) ==
          Numbers{1, 2, 3, 5, 6, 9, 13, 14, 15, 16});
}

TEST_CASE("it ignores topology for contiguous jobs", "[slurm_select][unit]") {
    Playground here(tree_site(3));
    auto job = whole(3);
    job.contiguous = true;
    auto const free = numbered(here, {3, 4, 5, 7, 8, 9, 10});
    CHECK(numbers(here.select(job, free)) == Numbers{3, 4, 5});
    job.min_nodes = job.max_nodes = 4;
    CHECK(numbers(here.select(job, free)) == Numbers{7, 8, 9, 10});
}

TEST_CASE("it fills the leaves of required nodes first", "[slurm_select][unit]") {
    Playground here(tree_site(3));
    auto job = whole(3);
    job.node_list = "n7";
    CHECK(numbers(here.select(job)) == Numbers{5, 6, 7});
}

TEST_CASE("it lets node weights override topology (spec 6.9.8)", "[slurm_select][unit]") {
    auto site = tree_site(2);
    site.records.push_back(site.records[0]);
    site.records[1].weight = 10;
    for (std::size_t i : {0U, 1U, 5U, 6U}) site.nodes[i].record = 1;
    Playground here(site);
    // Cheap: n3, n4, n5, n8.
    CHECK(numbers(here.select(whole(4))) == Numbers{3, 4, 5, 8});
    CHECK(numbers(here.select(whole(5))) == Numbers{1, 3, 4, 5, 8});
}

TEST_CASE("it spreads over the leaves of a dragonfly unless one leaf holds the job (spec 6.9.7)",
          "[slurm_select][unit]") {
    auto site = tree_site(3);
    site.settings.select.topology_dragonfly = true;
    Playground here(site);
    CHECK(numbers(here.select(whole(4))) == Numbers{1, 2, 3, 4});
    CHECK(numbers(here.select(whole(5))) == Numbers{1, 2, 5, 6, 9});
}

TEST_CASE("each switch is tabulated once, whatever names it", "[slurm_select][unit]") {
    Site site;  // without nodes; every switch has the next one below it twice
    for (std::int32_t i = 0; i < 60; ++i) site.switches.push_back({"s", {}, {i + 1, i + 1}});
    site.switches.push_back({"end", {}, {}});
    SelectScratch const scratch(site);
    CHECK(scratch.switches[0].level == 60);
}

}  // namespace clustersim::slurm
