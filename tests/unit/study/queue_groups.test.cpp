// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_groups.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/steady_state.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

/// Vega among users who react, with a job like this.
std::vector<ResolvedRun> crowded_vega(std::string const& job, std::string const& more = "") {
    auto document = *parse_yaml(
        "schema: clustersim/scenario/1\ntitle: t\nsystem: vega\nscheduler: slurm\n"
        "site-limits: enforced\nseed: 1\nreplicates: 7\n"
        "background: {mix: blue-waters-gpu, load: 0.9, backlog: 1 d, warm-up: 2 h, window: 1 d" +
            more + "}\njobs: {a: {runtime: 1 h, walltime: 2 h, " + job + "}}\n",
        "study.yaml");
    auto runs = resolve_all(*expand_sweep(document), shipped_options().library);
    REQUIRE(runs);
    return *runs;
}

}  // namespace

TEST_CASE("where nothing starts within the longest wait, some replicates are the answer",
          "[study][unit]") {
    Study const study = run_study(crowded_vega("nodes: 60, nice: 1000000"), shipped_options());
    JobOutcome const& outcome = study.runs.front().outcomes.front();
    CHECK(outcome.replicates() == 5);
    for (QueueSample const& sample : outcome.samples)
        CHECK(sample.reason.starts_with("no start within 14 d of queue"));
    REQUIRE_FALSE(study.warnings.items().empty());
    CHECK(study.warnings.items().front().message ==
          "nothing started within 14 d in 5 replicates, so 2 more are not simulated");
    Study const starts = run_study(crowded_vega("nodes: 1"), shipped_options());
    CHECK(starts.runs.front().outcomes.front().replicates() == 7);
}

TEST_CASE("a queue that begins steady begins at any hour, so its jobs are submitted within one",
          "[study][unit]") {
    QueueSetup const steady = queue_setup(crowded_vega("nodes: 1").front());
    CHECK(begins_steady(steady));
    CHECK(submission_span(steady) == Seconds{3600});
    QueueSetup const empty = queue_setup(crowded_vega("nodes: 1", ", begin: empty").front());
    CHECK_FALSE(begins_steady(empty));
    CHECK(submission_span(empty) == Seconds{86400});
    CHECK(submission_instant(empty, 3) > submission_instant(steady, 3));
}

TEST_CASE("six hours of warm-up do where users hold the queue", "[study][unit]") {
    auto const warm_up = [](std::string const& begin) {
        QueueSetup setup = queue_setup(crowded_vega("nodes: 1", begin).front());
        SteadyState const state = find_steady_state(setup, {});
        CHECK(state.reached);
        return state.warm_up;
    };
    CHECK(warm_up("") == Seconds{6 * 3600});
    CHECK(warm_up(", begin: empty") >= Seconds{86400});
}
