// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/typical_users.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/thinkers.hpp"

#include <cmath>
#include <cstdint>
#include <functional>

using namespace clustersim;

namespace {

/// A hundred users, of whom a few are busy, with runs of their own.
Mix busy_few() {
    Mix mix = *thinkers();
    UserHabits& habits = *std::get<BatchModel>(mix.source).users;
    habits.count = 100;
    habits.activity = 1.8;
    habits.run = 0.8;
    return mix;
}

UserRates rates_of(Mix const& mix) {
    return {std::get<BatchModel>(mix.source),
            hundred_nodes.max_walltime,
            units_of_class(mix, hundred_nodes)};
}

/// Standard deviation of ln(jobs for a unit of work) among samples of users.
double spread(Mix const& mix, std::function<std::vector<UserStyle>(RandomStream&)> const& sample) {
    UserRates const rates = rates_of(mix);
    constexpr int samples = 60;
    double sum = 0.0;
    double squares = 0.0;
    for (std::uint64_t i = 0; i < samples; ++i) {
        RandomStream random(7, "users", i);
        BatchRate const rate = rates.of(sample(random));
        double const log = std::log(rate.jobs / rate.work);
        sum += log / samples;
        squares += log * log / samples;
    }
    return std::sqrt(squares - sum * sum);
}

}  // namespace

TEST_CASE("typical users bring about as many jobs for their work in every sample",
          "[workload][unit]") {
    Mix const mix = busy_few();
    auto const& model = std::get<BatchModel>(mix.source);
    UserRates const rates = rates_of(mix);
    double const any = spread(
        mix, [&](RandomStream& random) { return sample_users(model, random); });
    double const typical =
        spread(mix, [&](RandomStream& random) { return typical_users(model, rates, random); });
    CHECK(typical < any / 3.0);
}

TEST_CASE("the same stream gives the same typical users", "[workload][unit]") {
    Mix const mix = busy_few();
    RandomStream first(3, "users");
    RandomStream second(3, "users");
    auto const& model = std::get<BatchModel>(mix.source);
    UserRates const rates = rates_of(mix);
    auto const one = typical_users(model, rates, first);
    auto const two = typical_users(model, rates, second);
    REQUIRE(one.size() == two.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].activity == two[i].activity);
        CHECK(one[i].run == two[i].run);
    }
}
