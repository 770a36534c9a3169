// SPDX-License-Identifier: Apache-2.0
#include "sim/study/short_limits.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/placed_answer.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <utility>

using namespace clustersim;

namespace {

/// One node of Karolina for ten hours under a limit of twelve, at least one.
std::vector<ResolvedRun> ten_hours() {
    auto document =
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nseed: 1\nscheduler: slurm\n"
                    "site-limits: enforced\nnetwork: closed\nsystem: karolina\npartition: qgpu\n"
                    "replicates: 1\nbackground: {mix: none, load: 0.9, warm-up: 1 d, window: 1 d}\n"
                    "jobs: {a: {nodes: 1, runtime: 10 h, walltime: 12 h, time-min: 1 h}}\n",
                    "study.yaml");
    auto runs = resolve_all(*expand_sweep(document), shipped_options().library);
    if (!runs) FAIL(to_text(runs.error()));
    return std::move(*runs);
}

/// Settled replicates that started with these limits, in hours.
JobOutcome started_with(std::initializer_list<std::int64_t> limits, Diagnostics& warnings) {
    auto const runs = ten_hours();
    JobOutcome outcome(runs.front().jobs.front().prediction);
    for (std::int64_t const limit : limits) {
        QueueSample sample{Instant{0}, Instant{0}};
        sample.limit = Seconds{limit * 3600};
        outcome.samples.push_back(sample);
    }
    settle_runs(outcome, runs.front().jobs.front(), runs.front(), warnings);
    return outcome;
}

}  // namespace

TEST_CASE("a shorter limit ends a job that needs more, which then pays for less",
          "[scenario][unit]") {
    Diagnostics warnings;
    JobOutcome const outcome = started_with({12, 4, 4}, warnings);
    CHECK(outcome.samples[0].held == Seconds{36000});
    CHECK_FALSE(outcome.samples[0].cut);
    CHECK(outcome.samples[1].held == Seconds{14400});
    CHECK(outcome.samples[1].cut);
    CHECK(outcome.runtime.value == hours(4));
    CHECK(outcome.runtime.high >= hours(9));
    CHECK(outcome.bill.node_hours.value == Approx(4.0));
    REQUIRE(warnings.items().size() == 1);
    CHECK(warnings.items().front().message.find("in 2 of 3 replicates") != std::string::npos);
}

TEST_CASE("a shorter limit that suffices changes nothing", "[scenario][unit]") {
    Diagnostics warnings;
    JobOutcome const outcome = started_with({11, 10, 12}, warnings);
    CHECK(warnings.empty());
    CHECK(outcome.runtime.value == hours(10));
    for (QueueSample const& sample : outcome.samples) CHECK_FALSE(sample.cut);
}
