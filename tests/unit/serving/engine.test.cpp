// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/engine.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

using namespace clustersim;
using served_by_hand::Bench;

namespace {

ServingEngine built(Bench const& bench, EngineSettings const& settings) {
    auto const engine = engine_on(bench.model, bench.plan, hand_made::platform(), settings);
    REQUIRE(engine);
    return *engine;
}

}  // namespace

TEST_CASE("an engine's limits fit in memory, and one request more does not", "[serving][unit]") {
    Bench bench;
    bench.plan.prompt = 2048;
    ServingEngine const engine = built(bench, {.largest_batch = 1000});
    CHECK(engine.plan.batch == engine.memory.largest_batch);
    CHECK(engine.memory.total() <= engine.memory.usable);
    Bytes const request = engine.memory.cache / static_cast<double>(engine.plan.batch);
    CHECK(engine.memory.total() + request > engine.memory.usable * 0.999);
    CHECK(engine.limits.cache_tokens == engine.plan.batch * bench.tokens());
    CHECK(engine.limits.sequences == 1000);
    ServingEngine const small = built(bench, {.largest_batch = 3});
    CHECK(small.plan.batch == 3);
    CHECK(small.memory.cache.si() == Approx(3.0 * request.si()));
}

TEST_CASE("longer passes leave less memory for the cache", "[serving][unit]") {
    Bench bench;
    bench.plan.prompt = 20000;
    ServingEngine const chunks = built(bench, {});
    ServingEngine const whole = built(bench, {.prefill = PrefillPolicy::first});
    CHECK(whole.memory.working.si() ==
          Approx(chunks.memory.working.si() * 20000 / 8192).epsilon(0.05));
    CHECK(built(bench, {.pass_tokens = 2048}).memory.working < chunks.memory.working);
}

TEST_CASE("an engine without room for one request says what takes the memory", "[serving][unit]") {
    Bench bench;
    bench.plan.prompt = 1'000'000;
    auto const refused = engine_on(bench.model, bench.plan, hand_made::platform(), {});
    REQUIRE_FALSE(refused);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.code == Code::out_of_memory);
    CHECK(says(d.message, "1 request of 1000064 tokens"));
    CHECK(says(d.message, "keys and values"));
    bench.plan.tensor = 3;
    CHECK_FALSE(engine_on(bench.model, bench.plan, hand_made::platform(), {}));
}
