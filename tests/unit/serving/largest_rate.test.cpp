// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/largest_rate.hpp"

#include "sim/serving/steady_load.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

using namespace clustersim;
using served_by_hand::Bench;

namespace {

/// Requests that wait after so many arrivals at a rate.
std::size_t queue_after(Bench& engine, double rate, int arrivals) {
    Replica replica = engine.replica();
    RandomStream random(3, "test");
    double next = 0.0;
    for (int i = 0; i < arrivals;) {
        if (replica.idle() && next > replica.clock()) replica.wait_until(next);
        for (; next <= replica.clock() && i < arrivals; ++i) {
            replica.arrive(next, engine.plan.prompt, engine.plan.output);
            next += random.exponential(1.0 / rate);
        }
        replica.iterate();
    }
    return replica.waiting();
}

}  // namespace

TEST_CASE("below the largest rate the queue stays short, above it grows", "[serving][unit]") {
    for (PrefillPolicy const policy : {PrefillPolicy::chunked, PrefillPolicy::first}) {
        Bench engine;
        engine.limits.prefill = policy;
        auto time = engine.time();
        double const most = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
        CHECK(queue_after(engine, 0.9 * most, 10000) < 100);
        CHECK(queue_after(engine, 1.1 * most, 10000) > 600);
        CHECK(queue_after(engine, 1.1 * most, 20000) > 1400);
    }
}

TEST_CASE("prompts of their own never beat the offline batch of the same bound",
          "[serving][unit]") {
    for (int const sequences : {1, 4, 16, 32}) {
        Bench engine;
        engine.limits.sequences = sequences;
        engine.limits.prefill = PrefillPolicy::first;
        auto time = engine.time();
        double const rate = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
        double const offline = engine.offline(sequences).tokens_per_second / engine.plan.output;
        CHECK(rate <= offline * 1.0001);
        CHECK(rate > 0.8 * offline);
    }
}

TEST_CASE("prompts that share passes are faster, but not than the tokens alone",
          "[serving][unit]") {
    Bench engine;
    engine.plan.prompt = 480;  // with a token of 32 requests, whole tiles of 128 rows
    auto time = engine.time();
    double const shared = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
    engine.limits.prefill = PrefillPolicy::first;
    double const apart = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
    CHECK(shared > apart);
    // All requests generate all the time, and prompts cost nothing.
    double const bound = 32.0 / (63.0 * engine.offline(32).between_tokens.value.si());
    CHECK(shared < bound);
}

TEST_CASE("one request at a time is served at the rate of its own time", "[serving][unit]") {
    Bench engine;
    engine.limits.sequences = 1;
    auto time = engine.time();
    CHECK(largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s ==
          Approx(1.0 / engine.offline(1).total.si()));
}

TEST_CASE("a smaller cache never sustains more", "[serving][unit]") {
    Bench engine;
    auto time = engine.time();
    double before = 0.0;
    for (int const requests : {1, 2, 8, 24, 32, 64}) {
        engine.limits.cache_tokens = requests * engine.tokens();
        double const rate = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
        CHECK(rate >= before * 0.999);
        before = rate;
    }
}

TEST_CASE("outputs of one token are limited by prompts", "[serving][unit]") {
    Bench engine;
    engine.plan.output = 1;
    engine.limits.pass_tokens = 512;
    auto time = engine.time();
    CHECK(largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s ==
          Approx(1.0 / engine.offline(1).total.si()));
}

TEST_CASE("the rate within limits is the one whose p95 is at the limit", "[serving][unit]") {
    Bench engine;
    auto time = engine.time();
    double const most = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
    double const limit =
        open_load(time, engine.limits, engine.lengths(), 0.7 * most, 0.7, 5).end_to_end.p95;
    LimitRatio const ratio = [&](SteadyLoad const& load, LatencyMember member) {
        return load.end_to_end.*member / limit;
    };
    for (std::uint64_t const seed : {1, 2, 3}) {
        RateWithin const rate =
            rate_within(time, engine.limits, engine.lengths(), ratio, SearchRuns::long_ones, seed);
        CHECK(rate.value == Approx(0.7 * most).epsilon(0.05));
        CHECK(rate.low <= rate.value);
        CHECK(rate.value <= rate.high);
        RateWithin const quick =
            rate_within(time, engine.limits, engine.lengths(), ratio, SearchRuns::short_ones, seed);
        CHECK(quick.value == Approx(0.7 * most).epsilon(0.15));
    }
    LimitRatio const never = [](SteadyLoad const&, LatencyMember) { return 2.0; };
    LimitRatio const always = [](SteadyLoad const&, LatencyMember) { return 0.5; };
    CHECK(
        rate_within(time, engine.limits, engine.lengths(), never, SearchRuns::long_ones, 1).value ==
        0.0);
    RateWithin const all =
        rate_within(time, engine.limits, engine.lengths(), always, SearchRuns::long_ones, 1);
    CHECK(all.value == Approx(0.97 * all.largest));
}
