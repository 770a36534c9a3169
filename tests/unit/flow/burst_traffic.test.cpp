// SPDX-License-Identifier: Apache-2.0
#include "models/flow/burst_traffic.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

Routes one_flow() {
    Routes routes;
    std::vector<LinkIndex> const link{0};
    routes.add(link);
    return routes;
}

/// One link of 10 B/s; the job sends 100 B, which take 10 s alone.
double seconds_among(std::vector<Neighbour> const& neighbours, std::vector<double> const& phases) {
    auto engine = SimGridEngine::start();
    REQUIRE(engine);
    BurstTraffic const traffic({bytes_per_second(10)}, one_flow(), neighbours);
    auto const time = traffic.time_of(*engine, bytes(100), seconds(10), phases);
    REQUIRE(time);
    return time->si();
}

}  // namespace

TEST_CASE("without other jobs the messages take their bytes over the link's rate", "[flow][unit]") {
    CHECK(seconds_among({}, {}) == Approx(10.0));
}

TEST_CASE("a burst has an amount to send: it takes longer next to the job's messages",
          "[flow][unit]") {
    // The burst begins with the job's messages: 20 B, which share the link for 4 s. Then 80 B are left.
    Neighbour const one{one_flow(), 0.02, seconds(100)};
    CHECK(seconds_among({one}, {0.0}) == Approx(12.0));
    // Half of the burst is sent before.
    CHECK(seconds_among({one}, {0.01}) == Approx(11.0));
    // The burst is over; the next one begins after 90 s.
    CHECK(seconds_among({one}, {0.1}) == Approx(10.0));
}

TEST_CASE("bursts begin while the messages are sent, one after the other", "[flow][unit]") {
    // 10 B at 2, 6 and 10 s: each shares the link for 2 s and delays the end by a second.
    Neighbour const one{one_flow(), 0.25, seconds(4)};
    CHECK(seconds_among({one}, {0.5}) == Approx(13.0));
}

TEST_CASE("a neighbour without a common link does not count", "[flow][unit]") {
    Neighbour const nobody{Routes{}, 0.5, seconds(1)};
    CHECK(seconds_among({nobody}, {0.0}) == Approx(10.0));
}
