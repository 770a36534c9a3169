// SPDX-License-Identifier: Apache-2.0
#include "sim/study/training_run.hpp"

#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

std::vector<ResolvedRun> resolved(std::string const& more, std::string const& training = "") {
    auto document =
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: leonardo\nscheduler: easy\n"
                    "site-limits: waived\nreplicates: 1\nseed: 1\nbackground: {mix: none, load: 0, "
                    "warm-up: 0 s, window: 1 s}\njobs: {a: {application: gpt-857m, nodes: 16, "
                    "steps: 1000, training: {accumulation: 1" +
                        training + "}}}\n" + more,
                    "study.yaml");
    auto runs = resolve_all(*expand_sweep(document), shipped_library());
    REQUIRE(runs);
    return std::move(*runs);
}

NodesInUse on(std::int32_t first, std::int32_t stride) {
    NodesInUse use;
    for (std::int32_t i = 0; i < 16; ++i) use.own.push_back(first + i * stride);
    return use;
}

Duration run_on(ResolvedRun const& run, NodesInUse const& nodes) {
    auto const ran = run_training(*run.jobs.front().training, nodes, {1, 0});
    CHECK(ran->problems.items().empty());
    CHECK(ran->run_time == round_up(ran->prediction.runtime.value));
    return ran->prediction.runtime.value;
}

}  // namespace

TEST_CASE("the closed forms give neighbouring nodes the time of the prediction",
          "[scenario][unit]") {
    auto const runs = resolved("network: closed");
    CHECK(run_on(runs.front(), on(0, 1)).si() ==
          Approx(runs.front().jobs.front().prediction.runtime.value.si()));
    CHECK(run_on(runs.front(), on(0, 150)) > run_on(runs.front(), on(0, 1)));
}

TEST_CASE("a job takes longer on nodes of several cells than on those of one", "[scenario][unit]") {
    for (char const* network : {"network: flow", "network: flow+background"}) {
        auto const runs = resolved(network);
        CHECK(run_on(runs.front(), on(0, 180)) > run_on(runs.front(), on(0, 1)));
    }
}

TEST_CASE("neighbours on the same links make a run longer, those elsewhere do not",
          "[scenario][unit]") {
    auto const runs = resolved("network: flow+background");
    NodesInUse use = on(0, 150);
    Duration const alone = run_on(runs.front(), use);
    NodesInUse beside = use;
    for (std::int32_t j = 1; j < 100; ++j) beside.others.push_back(on(j, 150).own);
    CHECK(run_on(runs.front(), beside) > alone);
    NodesInUse apart = on(0, 1);
    Duration const packed = run_on(runs.front(), apart);
    apart.others = {on(1800, 1).own};
    CHECK(run_on(runs.front(), apart).si() == Approx(packed.si()));
}

TEST_CASE("jitter and stragglers lengthen a run under every network", "[scenario][unit]") {
    for (char const* network : {"network: closed", "network: flow"}) {
        auto const even = resolved(network);
        auto const jittery = resolved(network, ", jitter: 0.02");
        auto const delayed = resolved(network, ", straggler-chance: 1, straggler-delay: 0.5");
        Duration const quiet = run_on(even.front(), on(0, 1));
        CHECK(run_on(jittery.front(), on(0, 1)) > quiet);
        StepTime const& step = even.front().jobs.front().prediction.training->step;
        Duration const compute = step.compute + step.host + step.bubble + step.optimizer;
        CHECK(run_on(delayed.front(), on(0, 1)).si() ==
              Approx((quiet + compute * 0.5 * 1000.0).si()).epsilon(1e-6));
    }
}

TEST_CASE("the same nodes in the same replicate give the same run, those of another may not",
          "[scenario][unit]") {
    auto const runs = resolved("network: flow+background");
    NodesInUse use = on(0, 150);
    for (std::int32_t j = 1; j < 60; ++j) use.others.push_back(on(j, 150).own);
    PlacedTraining const& training = *runs.front().jobs.front().training;
    auto const first = run_training(training, use, {1, 0});
    CHECK(first->batches.batches == run_training(training, use, {1, 0})->batches.batches);
    CHECK(first->batches.batches != run_training(training, use, {1, 1})->batches.batches);
}
