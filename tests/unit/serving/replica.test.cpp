// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/replica.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/serving/served_by_hand.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

using namespace clustersim;
using served_by_hand::Bench;

TEST_CASE("one request takes the time of its prefill and decode passes", "[serving][unit]") {
    for (PrefillPolicy const policy : {PrefillPolicy::chunked, PrefillPolicy::first}) {
        Bench engine;
        engine.limits.prefill = policy;
        InferenceTime const alone = engine.offline(1);
        Replica replica = engine.replica();
        replica.arrive(0.0, engine.plan.prompt, engine.plan.output);
        ServedRequest ended;
        double gap = 0.0;
        int gaps = 0;
        while (!replica.idle()) {
            Iteration const& pass = replica.iterate();
            for (TokenGap const& one : pass.gaps) {
                gap += one.length;
                gaps += one.requests;
            }
            if (!pass.ended.empty()) ended = pass.ended.front();
        }
        CHECK(ended.first_token == Approx(alone.first_token.value.si()));
        CHECK(ended.end == Approx(alone.total.si()));
        CHECK(gaps == engine.plan.output - 1);
        CHECK(gap / gaps == Approx(alone.between_tokens.value.si()));
    }
}

TEST_CASE("chunks of a prompt take the attention of the whole prompt", "[serving][unit]") {
    Bench engine;
    engine.plan.prompt = 4000;
    auto time = engine.time();
    PromptChunk const whole[] = {{0, 4000, true}};
    PromptChunk const start[] = {{0, 1000, false}};
    PromptChunk const rest[] = {{1000, 4000, true}};
    double const parts = (time(0, 0, start) + time(0, 0, rest)).si();
    CHECK(parts >= time(0, 0, whole).si());
    CHECK(parts == Approx(time(0, 0, whole).si()).epsilon(0.05));
}

TEST_CASE("requests join in order of arrival up to the limits", "[serving][unit]") {
    Bench engine;
    engine.limits.sequences = 3;
    SECTION("by number") {
        engine.limits.cache_tokens = 1'000'000;
    }
    SECTION("by cache") {
        engine.limits.sequences = 100;
        engine.limits.cache_tokens = 3 * engine.tokens() + 5;
    }
    Replica replica = engine.replica();
    for (int i = 0; i < 10; ++i) replica.arrive(0.0, engine.plan.prompt, engine.plan.output);
    std::vector<std::size_t> order;
    int most = 0;
    while (!replica.idle()) {
        Iteration const& pass = replica.iterate();
        most = std::max(most, pass.running);
        CHECK(replica.reserved() <= engine.limits.cache_tokens);
        for (ServedRequest const& request : pass.ended) order.push_back(request.number);
    }
    CHECK(most == 3);
    REQUIRE(order.size() == 10);
    CHECK(std::is_sorted(order.begin(), order.end()));
    CHECK(replica.reserved() == 0);
}

TEST_CASE("a request that does not fit stops those after it", "[serving][unit]") {
    Bench engine;
    engine.limits.cache_tokens = 1000;
    Replica replica = engine.replica();
    replica.arrive(0.0, 400, 100);
    replica.arrive(0.0, 800, 100);
    replica.arrive(0.0, 100, 100);  // would fit beside the first
    replica.iterate();
    CHECK(replica.running() == 1);
    CHECK(replica.waiting() == 2);
}

TEST_CASE("prompts go first, or share the pass with the tokens of others", "[serving][unit]") {
    Bench engine;
    engine.limits.pass_tokens = 1000;
    auto const second_pass = [&](PrefillPolicy policy) {
        engine.limits.prefill = policy;
        Replica replica = engine.replica();
        replica.arrive(0.0, 100, 10);
        replica.iterate();
        replica.arrive(0.0, 700, 10);
        replica.arrive(0.0, 700, 10);
        return replica.iterate().generated;
    };
    // A token of the first request, and the first token of the second; 299 tokens of the third pass, too.
    CHECK(second_pass(PrefillPolicy::chunked) == 2);
    // Only the prompt of the second request; the third does not fit whole.
    CHECK(second_pass(PrefillPolicy::first) == 1);
}

TEST_CASE("a prompt longer than a pass is cut, or passes alone", "[serving][unit]") {
    Bench engine;
    engine.limits.pass_tokens = 1000;
    auto const passes = [&](PrefillPolicy policy) {
        engine.limits.prefill = policy;
        Replica replica = engine.replica();
        replica.arrive(0.0, 2500, 1);
        int count = 0;
        for (; !replica.idle(); ++count) replica.iterate();
        return count;
    };
    CHECK(passes(PrefillPolicy::chunked) == 3);
    CHECK(passes(PrefillPolicy::first) == 1);
}

TEST_CASE("requests wait for their next token while prompts of others pass", "[serving][unit]") {
    Bench engine;
    engine.limits.prefill = PrefillPolicy::first;
    Replica replica = engine.replica();
    replica.arrive(0.0, 100, 10);
    replica.iterate();
    replica.arrive(replica.clock(), 700, 10);
    double const first = replica.clock();
    double const second = replica.iterate().end;
    Iteration const& pass = replica.iterate();
    REQUIRE(pass.gaps.size() == 2);
    CHECK(pass.gaps[0].length == Approx(pass.end - first));
    CHECK(pass.gaps[1].length == Approx(pass.end - second));
}

TEST_CASE("passes that only read more tokens are computed as one until a time", "[serving][unit]") {
    Bench engine;
    auto const served = [&](double step) {
        Replica replica = engine.replica();
        std::int64_t generated = 0;
        int iterations = 0;
        for (int i = 0; i < 3; ++i) {
            double const at = 0.05 * i;
            while (!replica.idle() && replica.clock() < at) {
                generated += replica.iterate(step > 0.0 ? at : replica.clock()).generated;
                ++iterations;
            }
            if (replica.idle() && replica.clock() < at) replica.wait_until(at);
            replica.arrive(at, engine.plan.prompt, engine.plan.output);
        }
        double const begun = replica.clock();
        for (; !replica.idle(); ++iterations)
            generated +=
                replica.iterate(step > 0.0 ? replica.clock() + step : replica.clock()).generated;
        return std::tuple{replica.clock(), generated, iterations, begun};
    };
    auto const [end, tokens, passes, begun] = served(0.0);
    auto const [end_as_one, tokens_as_one, iterations, begun_as_one] = served(1e9);
    CHECK(tokens == 3 * engine.plan.output);
    CHECK(tokens_as_one == tokens);
    CHECK(begun_as_one == Approx(begun).epsilon(1e-4));
    CHECK(end_as_one == Approx(end).epsilon(1e-4));
    CHECK(4 * iterations < passes);
    // A pass that begins before the time is not cut.
    Replica replica = engine.replica();
    replica.arrive(0.0, engine.plan.prompt, engine.plan.output);
    replica.iterate();
    Iteration const& one = replica.iterate();
    double const each = one.end - one.start;
    double const until = replica.clock() + 4.5 * each;
    Iteration const& five = replica.iterate(until);
    CHECK(five.generated == 5);
    CHECK(five.end >= until);
}
