// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/node_set.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

namespace {

NodeSet multiples(std::size_t nodes, std::size_t of) {
    NodeSet set(nodes);
    for (std::size_t node = 0; node < nodes; node += of)
        set.insert(static_cast<std::int32_t>(node));
    return set;
}

}  // namespace

TEST_CASE("a filled set has every node and no other", "[slurm_select][unit]") {
    auto const nodes = GENERATE(1U, 63U, 64U, 65U, 511U, 512U, 513U, 2978U);
    NodeSet const all(nodes, true);
    CHECK(all.universe() == nodes);
    CHECK(all.count() == static_cast<std::int32_t>(nodes));
    CHECK(all == multiples(nodes, 1));
}

TEST_CASE("it keeps the common members of several sets", "[slurm_select][unit]") {
    auto const nodes = GENERATE(1U, 64U, 70U, 512U, 1000U);
    auto const twos = multiples(nodes, 2);
    auto const threes = multiples(nodes, 3);
    NodeSet const* const others[] = {&twos, &threes};
    NodeSet kept(nodes, true);
    kept.keep_common({});
    CHECK(kept == NodeSet(nodes, true));
    kept.keep_common(others);
    CHECK(kept == multiples(nodes, 6));
    CHECK(kept.count() == kept.count_common(twos));
}
