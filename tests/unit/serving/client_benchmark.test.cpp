// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/client_benchmark.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

#include <limits>

using namespace clustersim;
using served_by_hand::Bench;

TEST_CASE("one client of a benchmark has the latency of a batch of one", "[serving][unit]") {
    Bench engine;
    InferenceTime const alone = engine.offline(1);
    auto time = engine.time();
    BenchmarkTimes const times =
        client_benchmark(time, engine.limits, {engine.plan.prompt, engine.plan.output}, 1);
    CHECK(times.first_token_mean == Approx(alone.first_token.value.si()));
    CHECK(times.between_tokens_mean == Approx(alone.between_tokens.value.si()).epsilon(1e-3));
    CHECK(times.tokens_per_s == Approx(alone.tokens_per_second).epsilon(1e-2));
}

TEST_CASE("the first prompts of a benchmark wait for each other", "[serving][unit]") {
    Bench engine;
    engine.plan.prompt = 4096;
    auto time = engine.time();
    BenchmarkRequests requests{engine.plan.prompt, engine.plan.output, 0.8, 16};
    BenchmarkTimes const burst = client_benchmark(time, engine.limits, requests, 1);
    requests.steady = true;
    BenchmarkTimes const steady = client_benchmark(time, engine.limits, requests, 1);
    CHECK(burst.first_token_mean > 1.1 * steady.first_token_mean);
    CHECK(burst.first_token_mean > burst.first_token_median);
}

TEST_CASE("passes that only generate can be taken together", "[serving][unit]") {
    Bench engine;
    Replica one_by_one = engine.replica();
    Replica together = engine.replica();
    for (Replica* replica : {&one_by_one, &together})
        for (int output : {10, 30, 50}) replica->arrive(0.0, engine.plan.prompt, output);
    std::int64_t tokens = 0;
    int passes = 0;
    while (!one_by_one.idle()) one_by_one.iterate();
    for (; !together.idle(); ++passes)
        tokens += together.iterate(std::numeric_limits<double>::infinity()).generated;
    CHECK(tokens == 90);
    CHECK(passes < 8);
    CHECK(together.clock() == Approx(one_by_one.clock()).epsilon(1e-3));
}

TEST_CASE("an engine takes a request after its delay, in a pass that looks for it",
          "[serving][unit]") {
    Bench engine;
    engine.limits.arrival = 0.25;
    Replica late = engine.replica();
    late.arrive(0.0, engine.plan.prompt, 1);
    CHECK(late.iterate().start == Approx(0.25));

    engine.limits.arrival = 0.0;
    engine.limits.poll = 8;
    Replica seldom = engine.replica();
    seldom.arrive(0.0, engine.plan.prompt, 40);
    seldom.iterate();
    seldom.iterate();
    seldom.arrive(seldom.clock(), engine.plan.prompt, 40);
    int passes = 0;
    for (; seldom.waiting() > 0; ++passes) seldom.iterate();
    CHECK(passes > 4);
}
