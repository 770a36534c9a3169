// SPDX-License-Identifier: Apache-2.0
#include "sim/core/random_stream.hpp"

#include "tests/support/catch.hpp"

#include <array>
#include <cmath>
#include <functional>
#include <vector>

using namespace clustersim;

namespace {

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
};

Moments moments_of(std::function<double()> const& sample) {
    constexpr int n = 200'000;
    double sum = 0.0;
    double squares = 0.0;
    for (int i = 0; i < n; ++i) {
        double const x = sample();
        sum += x;
        squares += x * x;
    }
    double const mean = sum / n;
    return {mean, squares / n - mean * mean};
}

}  // namespace

TEST_CASE("a stream depends only on seed, purpose and replicate", "[core][unit]") {
    auto const first = [](std::uint64_t seed, char const* purpose, std::uint64_t replicate) {
        return RandomStream(seed, purpose, replicate).bits();
    };
    CHECK(first(1, "arrivals", 0) == first(1, "arrivals", 0));
    CHECK(first(1, "arrivals", 0) != first(2, "arrivals", 0));
    CHECK(first(1, "arrivals", 0) != first(1, "sizes", 0));
    CHECK(first(1, "arrivals", 0) != first(1, "arrivals", 1));
    CHECK(first(0, "", 1) != first(1, "", 0));
}

TEST_CASE("a stream's numbers never change, because results depend on them", "[core][unit]") {
    // Computed independently of this code, by the definitions of FNV-1a, splitmix64 and mt19937_64.
    CHECK(stream_key(1, "arrivals", 0) == 5188384221934900906U);
    RandomStream stream(1, "arrivals", 0);
    CHECK(stream.bits() == 2471149051006490866U);
}

TEST_CASE("a copy of a stream continues like the original", "[core][unit]") {
    RandomStream stream(7, "copies");
    stream.normal();
    RandomStream copy = stream;
    for (int i = 0; i < 10; ++i) CHECK(stream.bits() == copy.bits());
    RandomStream other(8, "copies");
    other = stream;
    CHECK(other.bits() == stream.bits());
}

TEST_CASE("uniform samples stay inside their half-open range", "[core][unit]") {
    RandomStream stream(3, "ranges");
    std::array<int, 6> seen{};
    for (int i = 0; i < 10'000; ++i) {
        double const u = stream.uniform01();
        REQUIRE((u >= 0.0 && u < 1.0));
        double const v = stream.uniform(-2.0, -1.5);
        REQUIRE((v >= -2.0 && v < -1.5));
        ++seen.at(stream.uniform_int(6));
    }
    for (int const times : seen) CHECK(times > 1500);
    CHECK(stream.uniform_int(1) == 0);
}

TEST_CASE("samples have the mean and variance of their distribution", "[core][unit]") {
    RandomStream s(11, "moments");
    auto const check = [](std::function<double()> const& sample, double mean, double variance) {
        Moments const m = moments_of(sample);
        CHECK(m.mean == Approx(mean).epsilon(0.02).margin(0.02));
        CHECK(m.variance == Approx(variance).epsilon(0.05));
    };
    check([&] { return s.uniform01(); }, 0.5, 1.0 / 12.0);
    check([&] { return s.normal(); }, 0.0, 1.0);
    check([&] { return s.exponential(4.0); }, 4.0, 16.0);
    check([&] { return s.gamma(2.0, 3.0); }, 6.0, 18.0);
    // exp(mu + sigma^2/2) and (exp(sigma^2) - 1) exp(2 mu + sigma^2)
    check(
        [&] { return s.lognormal(1.0, 0.5); }, std::exp(1.125), std::expm1(0.25) * std::exp(2.25));
    check([&] { return s.bernoulli(0.3) ? 1.0 : 0.0; }, 0.3, 0.21);
}

TEST_CASE("pick follows the weights and never returns an index without weight", "[core][unit]") {
    RandomStream stream(5, "pick");
    std::vector<double> const weights{0.0, 1.0, 3.0, 0.0};
    std::array<int, 4> seen{};
    for (int i = 0; i < 40'000; ++i) ++seen.at(stream.pick(weights));
    CHECK(seen[0] == 0);
    CHECK(seen[3] == 0);
    CHECK(seen[2] == Approx(30'000).epsilon(0.03));
}
