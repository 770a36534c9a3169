// SPDX-License-Identifier: Apache-2.0
#include "models/flow/flow_traffic.hpp"

#include "models/flow/max_min.hpp"
#include "tests/support/catch.hpp"

#include <limits>
#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::literals;

namespace {

/// A star: each endpoint has a link up (its number) and a link down (after all the links up).
FlowNetwork star(std::vector<double> const& capacities, Duration latency = {}) {
    FlowNetwork network;
    auto const n = static_cast<std::uint32_t>(capacities.size());
    network.endpoints = n;
    for (int direction = 0; direction < 2; ++direction)
        for (double const c : capacities) network.links.push_back({bytes_per_second(c), latency});
    network.route = [n](std::uint32_t from, std::uint32_t to, std::uint64_t, auto& links) {
        if (from != to) links.insert(links.end(), {from, n + to});
        return true;
    };
    return network;
}

std::vector<Duration> times(FlowNetwork const& network, std::vector<Flow> const& flows) {
    auto const ends = completion_times(network, flows);
    REQUIRE(ends);
    return *ends;
}

}  // namespace

TEST_CASE("one flow takes its latencies and its bytes over the narrowest link", "[flow][unit]") {
    auto const ends = times(star({10e9, 4e9}, 1.5_us), {{0, 1, bytes(8e6), seconds(0)}});
    CHECK(ends[0].si() == Approx(3e-6 + 2e-3).epsilon(1e-9));
}

TEST_CASE("two flows into one endpoint take twice as long", "[flow][unit]") {
    auto const ends =
        times(star({10, 10, 10}), {{0, 2, bytes(50), seconds(0)}, {1, 2, bytes(50), seconds(0)}});
    CHECK(ends[0].si() == Approx(10).epsilon(1e-9));
    CHECK(ends[1].si() == Approx(10).epsilon(1e-9));
}

TEST_CASE("a flow speeds up when its neighbour ends", "[flow][unit]") {
    // 5 + 5 until 20 bytes have been sent at 4 s; then the other 60 of 80 at rate 10 in 6 s.
    auto const ends =
        times(star({10, 10, 10}), {{0, 2, bytes(20), seconds(0)}, {1, 2, bytes(80), seconds(0)}});
    CHECK(ends[0].si() == Approx(4).epsilon(1e-9));
    CHECK(ends[1].si() == Approx(10).epsilon(1e-9));
}

TEST_CASE("a flow slows down when a neighbour starts", "[flow][unit]") {
    // Alone until 3 s: 30 of 50 sent; the last 20 at rate 5 in 4 s. The late flow has sent 20 by
    // then, and 30 remain.
    auto const ends =
        times(star({10, 10, 10}), {{0, 2, bytes(50), seconds(0)}, {1, 2, bytes(50), seconds(3)}});
    CHECK(ends[0].si() == Approx(7).epsilon(1e-9));
    CHECK(ends[1].si() == Approx(10).epsilon(1e-9));
}

TEST_CASE("both directions of a port carry their full rate", "[flow][unit]") {
    auto const ends =
        times(star({10, 10}), {{0, 1, bytes(50), seconds(0)}, {1, 0, bytes(50), seconds(0)}});
    CHECK(ends[0].si() == Approx(5).epsilon(1e-9));
    CHECK(ends[1].si() == Approx(5).epsilon(1e-9));
}

TEST_CASE("flows far apart in time do not meet", "[flow][unit]") {
    auto const ends =
        times(star({10, 10, 10}), {{1, 2, bytes(50), seconds(1e6)}, {0, 2, bytes(50), seconds(7)}});
    CHECK(ends[0].si() == Approx(1e6 + 5).epsilon(1e-12));
    CHECK(ends[1].si() == Approx(12).epsilon(1e-9));
}

TEST_CASE("no bytes, or no distance, takes only the latency", "[flow][unit]") {
    auto const ends =
        times(star({10, 10}, 1.0_s), {{0, 1, bytes(0), seconds(3)}, {1, 1, bytes(9), seconds(4)}});
    CHECK(ends[0].si() == 5.0);
    CHECK(ends[1].si() == 4.0);
}

TEST_CASE("an empty list of flows is accepted", "[flow][unit]") {
    CHECK(times(star({10, 10}), {}).empty());
}

TEST_CASE("short and small transfers are as accurate as long and large ones", "[flow][unit]") {
    for (double const scale : {1e-9, 1.0, 1e12}) {
        auto const ends = times(star({10 * scale, 10 * scale, 10 * scale}),
                                {{0, 2, bytes(20), seconds(0)}, {1, 2, bytes(80), seconds(0)}});
        CHECK(ends[0].si() * scale == Approx(4).epsilon(1e-9));
        CHECK(ends[1].si() * scale == Approx(10).epsilon(1e-9));
    }
}

TEST_CASE("a result does not depend on earlier calls", "[flow][unit]") {
    FlowNetwork const network = star({3, 7, 11, 13, 17});
    std::vector<Flow> flows;
    for (std::uint32_t i = 0; i < 20; ++i)
        flows.push_back({i % 5, (i * 3 + 1) % 5, bytes(10.0 + i), seconds(0.25 * i)});
    auto const first = times(network, flows);
    times(star(std::vector<double>(200, 5.0)), {{0, 199, bytes(1e9), seconds(0)}});
    auto const again = times(network, flows);
    for (std::size_t i = 0; i < first.size(); ++i)
        CHECK(again[i].si() == Approx(first[i].si()).epsilon(1e-9));
}

TEST_CASE(
    "equal messages that start together end when the most loaded link has carried its messages",
    "[flow][unit]") {
    FlowNetwork const network = star({10, 20, 30, 40});
    std::vector<Flow> const flows{{0, 3, bytes(60), seconds(0)},
                                  {1, 3, bytes(60), seconds(0)},
                                  {2, 3, bytes(60), seconds(0)},
                                  {0, 2, bytes(60), seconds(0)}};
    auto const ends = times(network, flows);
    CHECK(std::max({ends[0], ends[1], ends[2], ends[3]}).si() == Approx(12).epsilon(1e-9));
    CHECK(ends[0].si() == Approx(12).epsilon(1e-9));
}

TEST_CASE("wrong numbers are reported before SimGrid sees them", "[flow][unit]") {
    double const inf = std::numeric_limits<double>::infinity();
    std::vector<Flow> const flows{{0, 1, bytes(-1), seconds(0)},
                                  {0, 1, bytes(1), seconds(-2)},
                                  {0, 7, bytes(1), seconds(0)},
                                  {0, 1, bytes(inf), seconds(0)}};
    auto const ends = completion_times(star({10, 10}), flows);
    REQUIRE_FALSE(ends);
    std::vector<std::string> said;
    for (Diagnostic const& d : ends.error().items()) said.push_back(d.message);
    CHECK(said == std::vector<std::string>{"flow 0: -1 bytes",
                                           "flow 1: starts at -2 s",
                                           "flow 3: inf bytes",
                                           "flow 2 from 0 to 7: endpoints are numbered 0 to 1"});
}
