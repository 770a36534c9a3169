// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/steady_load.hpp"

#include "sim/serving/largest_rate.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

using namespace clustersim;
using served_by_hand::Bench;

TEST_CASE("few requests take the time of a single one", "[serving][unit]") {
    Bench const engine;
    InferenceTime const alone = engine.offline(1);
    auto time = engine.time();
    SteadyLoad const load = open_load(time, engine.limits, engine.lengths(), 1e-4, 0.0, 1);
    CHECK(load.first_token.p50 == Approx(alone.first_token.value.si()));
    CHECK(load.first_token.p95 == Approx(alone.first_token.value.si()));
    CHECK(load.end_to_end.mean == Approx(alone.total.si()).epsilon(0.001));
    CHECK(load.between_tokens.mean == Approx(alone.between_tokens.value.si()).epsilon(0.001));
    CHECK(load.mean_running == Approx(1.0).epsilon(0.001));
    CHECK(load.busy == Approx(1e-4 * alone.total.si()).epsilon(0.1));
}

TEST_CASE("the mean number of requests is their rate times their mean time", "[serving][unit]") {
    Bench const engine;
    auto time = engine.time();
    double const most = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
    for (double const share : {0.3, 0.7, 0.9}) {
        SteadyLoad const load =
            open_load(time, engine.limits, engine.lengths(), share * most, share, 1);
        CHECK(load.mean_in_system ==
              Approx(load.requests_per_s * load.end_to_end.mean).epsilon(0.02));
        CHECK(load.requests_per_s == Approx(share * most).epsilon(0.05));
        CHECK(load.tokens_per_s == Approx(64.0 * load.requests_per_s).epsilon(0.02));
        CHECK(load.largest_running <= engine.limits.sequences);
    }
}

TEST_CASE("latencies grow with the rate, and their interval holds them", "[serving][unit]") {
    Bench const engine;
    auto time = engine.time();
    double const most = largest_rate(time, engine.limits, engine.lengths(), 1).requests_per_s;
    SteadyLoad const calm = open_load(time, engine.limits, engine.lengths(), 0.4 * most, 0.4, 1);
    SteadyLoad const busy = open_load(time, engine.limits, engine.lengths(), 0.9 * most, 0.9, 1);
    for (auto member :
         {&SteadyLoad::first_token, &SteadyLoad::between_tokens, &SteadyLoad::end_to_end}) {
        CHECK((calm.*member).p95 < (busy.*member).p95);
        CHECK((busy.*member).p50 <= (busy.*member).p95);
        CHECK((busy.*member).p95_low <= (busy.*member).p95);
        CHECK((busy.*member).p95 <= (busy.*member).p95_high);
    }
    CHECK(calm.mean_running < busy.mean_running);
    CHECK(busy.busy <= 1.0);
    // Another seed agrees within the interval and a little.
    SteadyLoad const other = open_load(time, engine.limits, engine.lengths(), 0.4 * most, 0.4, 2);
    CHECK(other.end_to_end.p95 == Approx(calm.end_to_end.p95).epsilon(0.1));
}

TEST_CASE("the same seed gives the same numbers", "[serving][unit]") {
    Bench const engine;
    auto time = engine.time();
    auto again = engine.time();
    SteadyLoad const one = open_load(time, engine.limits, engine.lengths(0.5), 2.0, 0.3, 7);
    SteadyLoad const two = open_load(again, engine.limits, engine.lengths(0.5), 2.0, 0.3, 7);
    CHECK(one.end_to_end.p95 == two.end_to_end.p95);
    CHECK(one.between_tokens.mean == two.between_tokens.mean);
    CHECK(open_load(time, engine.limits, engine.lengths(0.5), 2.0, 0.3, 8).end_to_end.p95 !=
          one.end_to_end.p95);
}

TEST_CASE("clients that wait for their answers keep their number of requests running",
          "[serving][unit]") {
    Bench const engine;
    auto time = engine.time();
    InferenceTime const alone = engine.offline(1);
    SteadyLoad const one = closed_load(time, engine.limits, engine.lengths(), 1, 1);
    CHECK(one.requests_per_s == Approx(1.0 / alone.total.si()));
    CHECK(one.first_token.mean == Approx(alone.first_token.value.si()));
    CHECK(one.busy == Approx(1.0));
    double before = one.tokens_per_s;
    for (int const clients : {4, 16, 32}) {
        SteadyLoad const load = closed_load(time, engine.limits, engine.lengths(), clients, 1);
        CHECK(load.mean_running == Approx(clients).epsilon(0.001));
        CHECK(load.tokens_per_s > before);
        before = load.tokens_per_s;
    }
    // More clients than the engine runs wait for the first token.
    SteadyLoad const more = closed_load(time, engine.limits, engine.lengths(), 64, 1);
    CHECK(more.largest_running == 32);
    CHECK(more.mean_in_system == Approx(64).epsilon(0.02));
    CHECK(more.first_token.p50 > 0.4 * more.end_to_end.p50);
}

TEST_CASE("lengths that spread have their mean and make latencies worse", "[serving][unit]") {
    Bench const engine;
    RequestLengths const lengths = engine.lengths(1.0);
    RandomStream random(1, "test");
    double prompts = 0.0;
    double outputs = 0.0;
    for (int i = 0; i < 20000; ++i) {
        auto const [prompt, output] = lengths.sample(random);
        prompts += prompt;
        outputs += output;
    }
    CHECK(prompts / 20000 == Approx(512).epsilon(0.03));
    CHECK(outputs / 20000 == Approx(64).epsilon(0.03));
    auto time = engine.time();
    SteadyLoad const fixed = open_load(time, engine.limits, engine.lengths(), 2.0, 0.3, 1);
    SteadyLoad const spread = open_load(time, engine.limits, lengths, 2.0, 0.3, 1);
    CHECK(spread.first_token.p95 > fixed.first_token.p95);
    CHECK(spread.end_to_end.p95 > fixed.end_to_end.p95);
}
