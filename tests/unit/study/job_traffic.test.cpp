// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_traffic.hpp"

#include "models/application/placed_step.hpp"
#include "models/flow/fabric_network.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/study/training_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

ResolvedRun sixteen_nodes(std::string const& network, std::string const& system = "leonardo") {
    auto document = *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: " + system +
                                    "\nscheduler: easy\nsite-limits: "
                                    "waived\nreplicates: 1\nseed: 1\nbackground: {mix: none, load: "
                                    "0, warm-up: 0 s, window: 1 "
                                    "s}\njobs: {a: {application: gpt-857m, nodes: 16, steps: 1000, "
                                    "training: {accumulation: "
                                    "1}}}\nnetwork: " +
                                    network,
                                "study.yaml");
    auto runs = resolve_all(*expand_sweep(document), shipped_library());
    REQUIRE(runs);
    return std::move(runs->front());
}

std::vector<std::int32_t> every(std::int32_t stride) {
    std::vector<std::int32_t> nodes;
    for (std::int32_t i = 0; i < 16; ++i) nodes.push_back(i * stride);
    return nodes;
}

JobTraffic traffic_of(ResolvedRun const& run, std::vector<std::int32_t> const& nodes) {
    PlacedTraining const& training = *run.jobs.front().training;
    auto const place = partition_fabric(run.system->system, *run.partition);
    REQUIRE(place);
    auto traffic = job_traffic(*place, training, nodes);
    REQUIRE(traffic);
    return std::move(*traffic);
}

std::size_t used(std::vector<TrafficGroup> const& groups) {
    return static_cast<std::size_t>(std::ranges::count_if(
        groups, [](TrafficGroup const& group) { return group.own > 0; }));
}

}  // namespace

TEST_CASE("the routed rate of a port is the one with which the answer computes its step",
          "[study][unit]") {
    ResolvedRun const run = sixteen_nodes("flow");
    PlacedTraining const& training = *run.jobs.front().training;
    for (std::int32_t const stride : {1, 180}) {
        std::vector<std::int32_t> const nodes = every(stride);
        JobTraffic const traffic = traffic_of(run, nodes);
        std::vector<FabricNodeId> own;
        for (std::int32_t const node : nodes)
            own.push_back(run.fabric->nodes[static_cast<std::size_t>(node)]);
        Router router(run.fabric->fabric, run.fabric->routing);
        auto const step =
            placed_step(training.setup, run.fabric->fabric, flow_network_of(router), own);
        REQUIRE(step);
        auto const answer = run_training(training, {nodes, {}}, {1, 0});
        CHECK(answer->nodes == nodes);
        CHECK(step->at(traffic.routed).total.si() ==
              Approx(answer->prediction.step.total.si()).epsilon(1e-9));
    }
}

TEST_CASE("one level limits, and its most loaded link is full", "[study][unit]") {
    JobTraffic const far = traffic_of(sixteen_nodes("flow"), every(180));
    REQUIRE_FALSE(far.levels.empty());
    double most = 0.0;
    for (LevelTraffic const& level : far.levels) {
        CHECK(level.busiest <= 1.0);
        most = std::max(most, level.busiest);
    }
    CHECK(most == Approx(1.0));
    auto const limit = std::ranges::min_element(
        far.levels, {}, [](LevelTraffic const& level) { return level.port; });
    CHECK(limit->busiest == Approx(1.0));
    CHECK(std::min(limit->port, far.port) == far.routed);
    CHECK(std::ranges::is_sorted(far.hottest, std::ranges::greater{}, &LinkTraffic::share));
    CHECK_FALSE(far.formula);
}

TEST_CASE("nodes are counted by group and leaf switch", "[study][unit]") {
    ResolvedRun const run = sixteen_nodes("closed");
    JobTraffic const near = traffic_of(run, every(1));
    JobTraffic const far = traffic_of(run, every(180));
    CHECK(used(near.groups) == 1);
    CHECK(used(far.groups) > 8);
    CHECK(near.between.empty());
    CHECK_FALSE(far.between.empty());
    std::uint32_t own = 0;
    std::uint32_t nodes = 0;
    for (TrafficGroup const& group : far.groups) {
        own += group.own;
        nodes += group.nodes;
    }
    CHECK(own == 16);
    CHECK(nodes == static_cast<std::uint32_t>(run.partition->nodes));
}

TEST_CASE("without routes, the formulas of the answer are told beside the routed rate",
          "[study][unit]") {
    ResolvedRun const run = sixteen_nodes("closed", "meluxina");
    JobTraffic const near = traffic_of(run, every(1));
    REQUIRE(near.formula);
    CHECK(*near.formula == near.port);
    // Neighbours of the ring are in the two cells in turn, which 18 cables join.
    std::vector<std::int32_t> between;
    for (std::int32_t i = 0; i < 16; ++i) between.push_back(i % 2 * 100 + i / 2);
    JobTraffic const far = traffic_of(run, between);
    CHECK(*far.formula < far.port);
    // The rings of sixteen nodes fit on them, which only routes can say.
    CHECK(far.routed > *far.formula);
}
