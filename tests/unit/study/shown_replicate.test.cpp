// SPDX-License-Identifier: Apache-2.0
#include "sim/study/shown_replicate.hpp"

#include "tests/support/catch.hpp"

#include <limits>
#include <vector>

using namespace clustersim;

namespace {

RunAnswer waiting(char const* label, std::vector<std::int64_t> const& waits) {
    RunAnswer run;
    run.label = label;
    JobOutcome outcome;
    outcome.job = "train";
    for (std::int64_t const wait : waits) {
        QueueSample sample;
        sample.started = Instant{wait};
        outcome.samples.push_back(sample);
    }
    run.outcomes = {outcome};
    return run;
}

}  // namespace

TEST_CASE("the example is the replicate with the median wait, the first of equal ones",
          "[study][unit]") {
    CHECK(median_replicate(std::vector<double>{900.0, 10.0, 50.0}) == 2);
    CHECK(median_replicate(std::vector<double>{900.0, 10.0, 50.0, 60.0}) == 2);
    CHECK(median_replicate(std::vector<double>{0.0, 0.0, 7.0}) == 0);
    constexpr double never = std::numeric_limits<double>::infinity();
    CHECK(median_replicate(std::vector<double>{never, 5.0, never}) == 0);
    CHECK(median_replicate({}) == 0);
}

TEST_CASE("of several runs the one that waits longest gives the example", "[study][unit]") {
    RunAnswer const small = waiting("nodes=1", {0, 5, 9});
    RunAnswer const large = waiting("nodes=8", {700, 20, 400});
    std::vector<RunAnswer const*> const runs{&small, &large};
    ShownReplicate const shown = shown_replicate(runs);
    CHECK(shown.number == 2);
    CHECK(shown_text(shown) ==
          "replicate 2 of 3 (from 0), the one with the median wait of train, nodes=8");
    RunAnswer const single = waiting("", {40});
    CHECK(shown_text(shown_replicate(std::vector<RunAnswer const*>{&single})) ==
          "the only replicate");
}

TEST_CASE("of an array the middle task's wait counts, as in the printed median", "[study][unit]") {
    // By first tasks the last replicate would be the one in the middle.
    RunAnswer array = waiting("", {0, 500, 900, 20, 30, 40, 10, 11, 12});
    array.outcomes.front().tasks = 3;
    CHECK(shown_replicate(std::vector<RunAnswer const*>{&array}).number == 1);
}
