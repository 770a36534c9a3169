// SPDX-License-Identifier: Apache-2.0
#include "sim/study/access_share.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

AccessMode by_nodes(char const* name, std::optional<double> least, std::optional<double> most) {
    AccessMode mode;
    mode.name = name;
    if (least) mode.minimum = NodeHours{*least};
    if (most) mode.maximum = NodeHours{*most};
    return mode;
}

std::vector<AccessMode> calls() {
    AccessMode industry = by_nodes("factory", {}, 3000.0);
    industry.audience = "industry";
    return {by_nodes("extreme", 160000.0, {}),
            by_nodes("benchmark", {}, 2500.0),
            industry,
            by_nodes("development", {}, 4500.0),
            by_nodes("regular", 20000.0, 150000.0)};
}

std::string smallest_for(double node_hours) {
    auto const modes = calls();
    auto const shares = access_shares(modes, NodeHours{node_hours}, GpuHours{0.0});
    auto const found = smallest_access(shares);
    return found ? found->mode->name : "none";
}

}  // namespace

TEST_CASE("the smallest access mode carries the whole need", "[study][unit]") {
    CHECK(smallest_for(100.0) == "benchmark");
    CHECK(smallest_for(2500.0) == "benchmark");
    CHECK(smallest_for(2501.0) == "development");
    CHECK(smallest_for(30000.0) == "regular");
    CHECK(smallest_for(1e6) == "extreme");
}

TEST_CASE("a need between two modes takes the larger one, below its least size", "[study][unit]") {
    auto const modes = calls();
    auto const shares = access_shares(modes, NodeHours{9000.0}, GpuHours{0.0});
    auto const found = smallest_access(shares);
    REQUIRE(found);
    CHECK(found->mode->name == "regular");
    CHECK(found->too_little);
    CHECK_FALSE(found->carries());
}

TEST_CASE("a mode for a purpose of its own is not offered to production runs", "[study][unit]") {
    auto modes = calls();
    modes[1].purpose = "scaling tests";
    auto const shares = access_shares(modes, NodeHours{100.0}, GpuHours{0.0});
    auto const found = smallest_access(shares);
    REQUIRE(found);
    CHECK(found->mode->name == "development");
    CHECK(modes[1].audience.empty());
}

TEST_CASE("shares are of the largest size of a mode, in its unit", "[study][unit]") {
    AccessMode gpus;
    gpus.name = "gpus";
    gpus.maximum_gpu_hours = GpuHours{1000.0};
    std::vector<AccessMode> const modes{by_nodes("nodes", {}, 200.0), gpus};
    auto const shares = access_shares(modes, NodeHours{50.0}, GpuHours{1500.0});
    REQUIRE(shares.size() == 2);
    CHECK(shares[0].share == 0.25);
    CHECK(shares[0].carries());
    CHECK(shares[1].share == 1.5);
    CHECK(shares[1].too_much);
}

TEST_CASE("no mode is large enough, or there is none", "[study][unit]") {
    std::vector<AccessMode> const modes{by_nodes("small", {}, 10.0)};
    CHECK_FALSE(smallest_access(access_shares(modes, NodeHours{11.0}, GpuHours{0.0})));
    CHECK_FALSE(smallest_access({}));
}
