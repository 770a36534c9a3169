// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/split_load.hpp"

#include "sim/serving/client_benchmark.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

using namespace clustersim;
using served_by_hand::Bench;

namespace {

SplitEngines engines_of(Bench const& engine, IterationTime& time, int prefill, int decode) {
    return {&time, engine.limits, prefill, &time, engine.limits, decode, 0.0, 0.0};
}

}  // namespace

TEST_CASE("one client of split engines waits for its prompt, the transfer and its passes",
          "[serving][unit]") {
    Bench engine;
    InferenceTime const alone = engine.offline(1);
    auto time = engine.time();
    SplitEngines engines = engines_of(engine, time, 1, 1);
    engines.transfer = 1e-4;
    engines.transfer_start = 0.5;
    SplitTimes const times = split_load(
        engines,
        {.prompt = engine.plan.prompt, .output = engine.plan.output, .rate = {}, .count = 20},
        1);
    CHECK(times.first_token.p95 ==
          Approx(alone.first_token.value.si() + 0.5 + 1e-4 * engine.plan.prompt));
    // Both engines take their time until a pass can have the request.
    engines.prefill_limits.arrival = 0.25;
    engines.decode_limits.prompt_token = 1e-3;
    SplitTimes const later = split_load(
        engines,
        {.prompt = engine.plan.prompt, .output = engine.plan.output, .rate = {}, .count = 20},
        1);
    CHECK(later.first_token.p95 ==
          Approx(times.first_token.p95 + 0.25 + 1e-3 * engine.plan.prompt));
    CHECK(times.between_tokens.mean == Approx(alone.between_tokens.value.si()).epsilon(0.02));
    CHECK(times.prefill_busy + times.decode_busy < 1.0);
}

TEST_CASE("tokens do not wait for the prompts of others if these have devices of their own",
          "[serving][unit]") {
    Bench engine;
    engine.plan.prompt = 4096;
    auto time = engine.time();
    SplitRequests const requests{.prompt = engine.plan.prompt,
                                 .output = engine.plan.output,
                                 .rate = {},
                                 .clients = 16,
                                 .count = 160,
                                 .warm_up = 32};
    SplitTimes const split = split_load(engines_of(engine, time, 2, 1), requests, 1);
    BenchmarkTimes const shared =
        client_benchmark(time, engine.limits, {engine.plan.prompt, engine.plan.output, 1.0, 16}, 1);
    CHECK(split.between_tokens.mean < 0.7 * shared.between_tokens_mean);
    // A second group of devices for prompts halves the wait for them.
    SplitTimes const one = split_load(engines_of(engine, time, 1, 1), requests, 1);
    CHECK(split.first_token.mean < 0.8 * one.first_token.mean);
}
