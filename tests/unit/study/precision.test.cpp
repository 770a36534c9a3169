// SPDX-License-Identifier: Apache-2.0
#include "sim/study/precision.hpp"

#include "sim/core/random_stream.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

/// Exponential waits of an hour on average.
std::vector<QueueSample> waits(std::size_t n, std::uint64_t seed) {
    RandomStream random(seed, "waits");
    std::vector<QueueSample> samples(n);
    for (QueueSample& sample : samples)
        sample.started = Instant{static_cast<std::int64_t>(random.exponential(3600.0))};
    return samples;
}

}  // namespace

TEST_CASE("the interval of the median covers it about as often as it says", "[study][unit]") {
    double const truth = 3600.0 * 0.6931;
    int covered = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        auto const wait = median_wait(waits(50, seed));
        REQUIRE(wait);
        covered += wait->low.si() <= truth && truth <= wait->high.si() ? 1 : 0;
    }
    CHECK(covered >= 370);
    CHECK(covered < 400);
}

TEST_CASE("four times the samples halve the interval", "[study][unit]") {
    auto const wait = median_wait(waits(100, 1));
    REQUIRE(wait);
    CHECK(samples_for(*wait, 100, 0.5 * wait->precision()) == Approx(400).margin(1));
    auto const more = median_wait(waits(1600, 1));
    REQUIRE(more);
    CHECK(more->precision() < 0.5 * wait->precision());
}

TEST_CASE("few samples and endless waits have no interval", "[study][unit]") {
    CHECK_FALSE(median_wait(waits(7, 1)));
    CHECK(median_wait(waits(8, 1)));
    auto often_never = waits(20, 1);
    for (std::size_t i = 0; i < 8; ++i) often_never[i].started.reset();
    CHECK_FALSE(median_wait(often_never));
    auto no_wait = waits(20, 1);
    for (QueueSample& sample : no_wait) sample.started = sample.submitted;
    CHECK(median_wait(no_wait)->precision() == 0.0);
}
