// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/validate_waits.hpp"

#include "sim/history/waits/learned_centres.hpp"
#include "sim/history/waits/learned_forecasts.hpp"
#include "sim/history/waits/wait_walk.hpp"
#include "sim/history/waits/waited_forecasts.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/history/waits/synthetic_cases.hpp"

using namespace clustersim;

namespace {

constexpr WaitWalk learned_walk{.first_forecast = 10, .first_scored = 20, .blocks_per_fit = 7};

MethodForecasts learned(WaitCases const& cases, unsigned workers = 1) {
    auto const centres = learned_centres(cases, learned_walk, quick_fits(workers));
    REQUIRE(centres);
    return learned_forecasts(cases, learned_walk, *centres);
}

}  // namespace

TEST_CASE("no forecast of the trees knows the future", "[waits][unit]") {
    Past const past = synthetic_jobs(40);
    Instant const now{30 * day_s};
    Past changed = past;
    for (PastJob& job : changed.jobs) {
        if (job.start >= now) job.start = job.start + Seconds{200'000};
        if (job.end >= now) job.end = std::max(job.end, job.start);
    }
    auto const before = learned(cases_of_jobs(past));
    auto const after = learned(cases_of_jobs(changed));
    for (std::size_t i = 0; i < past.jobs.size() && past.jobs[i].submit < now; ++i) {
        REQUIRE(before.of[i].has_value() == after.of[i].has_value());
        if (!before.of[i]) continue;
        CHECK(before.of[i]->centre == after.of[i]->centre);
        CHECK(before.of[i]->quantiles == after.of[i]->quantiles);
    }
}

TEST_CASE("the number of workers does not change a forecast", "[waits][unit]") {
    WaitCases const cases = cases_of_jobs(synthetic_jobs(30));
    auto const one = learned(cases, 1);
    auto const two = learned(cases, 2);
    for (std::size_t i = 0; i < cases.cases.size(); ++i) {
        REQUIRE(one.of[i].has_value() == two.of[i].has_value());
        if (one.of[i]) CHECK(one.of[i]->quantiles == two.of[i]->quantiles);
    }
}

TEST_CASE("trees beat methods that do not see the size, and their range holds", "[waits][unit]") {
    WaitCases const cases = cases_of_jobs(synthetic_jobs(60));
    auto const found = score_waits(cases, std::nullopt, quick_fits());
    REQUIRE(found.answer);
    WaitsAnswer const& answer = *found.answer;
    CHECK(answer.blocks == 60);
    CHECK(answer.learned_blocks == 20);
    CHECK(answer.methods.front().method == "constant");
    WaitScore const& constant = answer.methods.front().score;
    WaitScore const& trees = answer.methods.back().score;
    CHECK(trees.jobs == 40 * 40);
    CHECK(trees.squared_error < 0.3 * constant.squared_error);
    CHECK(trees.held > 0.85);
    CHECK(trees.held < 0.95);
    CHECK(trees.width < 0.7 * answer.best_constant_width);
    // The noise of the waits, 0.5 in the natural logarithm, is what nobody can foresee.
    CHECK(trees.squared_error > 0.04);
}

TEST_CASE("jobs that still wait get a range that holds and is never before now", "[waits][unit]") {
    Past past = synthetic_jobs(60);
    for (PastJob& job : past.jobs) {
        job.start = job.submit + Seconds{100 * job.wait().count};
        job.end = job.start + Seconds{1800};
    }
    WaitCases const cases = cases_of_jobs(past);
    auto const centres = learned_centres(cases, learned_walk, quick_fits());
    REQUIRE(centres);
    auto const given = learned_forecasts(cases, learned_walk, *centres);
    auto const waited = waited_forecasts(cases, learned_walk, *centres, given);
    REQUIRE(waited.cases.blocks.size() == cases.blocks.size() - learned_walk.first_scored);
    REQUIRE(waited.forecasts.of.size() == waited.cases.cases.size());
    std::size_t held = 0;
    for (WaitBlock const& block : waited.cases.blocks) {
        for (std::size_t i = block.from; i < block.to; ++i) {
            WaitCase const& one = waited.cases.cases[i];
            CHECK(one.start >= block.known_until);
            auto const& quantiles = waited.forecasts.of[i]->quantiles;
            CHECK(quantiles.front() >= one.log_wait_until(block.known_until));
            double const outcome = one.log_wait();
            held += quantiles.front() <= outcome && outcome <= quantiles.back() ? 1 : 0;
        }
    }
    auto const all = static_cast<double>(waited.cases.cases.size());
    REQUIRE(all > 500);
    CHECK(static_cast<double>(held) / all > 0.8);
    CHECK(static_cast<double>(held) / all < 0.97);
    CHECK(static_cast<double>(waited.no_range) < 0.2 * all);
    auto const scored = score_waits(cases, std::nullopt, quick_fits());
    REQUIRE(scored.answer);
    REQUIRE(scored.answer->waited);
    CHECK(scored.answer->waited->jobs > 500);
}

TEST_CASE("too few days are refused with what is needed", "[waits][unit]") {
    auto const found = score_waits(cases_of_jobs(synthetic_jobs(4)), std::nullopt, quick_fits());
    CHECK_FALSE(found.answer);
    REQUIRE(found.problems.has_errors());
    CHECK(found.problems.items().front().message.find("cannot be learned from") !=
          std::string::npos);
}

TEST_CASE("of a short log at least four days are learned from by default", "[waits][unit]") {
    CHECK(learned_blocks(cases_of_jobs(synthetic_jobs(9))) == 4);
    CHECK(learned_blocks(cases_of_jobs(synthetic_jobs(30))) == 10);
}
