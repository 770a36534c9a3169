// SPDX-License-Identifier: Apache-2.0
#include "sim/study/run_study.hpp"

#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

std::vector<ResolvedRun> busy_karolina(std::string const& more) {
    auto document =
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: karolina\n"
                    "scheduler: easy\nsite-limits: enforced\nseed: 1\n"
                    "background: {mix: itp-trace, load: 1.0, warm-up: 2 d, window: 1 d}\n" +
                        more,
                    "study.yaml");
    return *resolve_all(*expand_sweep(document), shipped_options().library);
}

std::string const two_sizes =
    "jobs: {a: {runtime: 1 h, walltime: 2 h}}\nsweep: {jobs.a.nodes: [1, 4]}\nreplicates: 6\n";

std::vector<std::int64_t> waits(Study const& study) {
    std::vector<std::int64_t> all;
    for (RunAnswer const& run : study.runs) {
        for (QueueSample const& sample : run.outcomes.front().samples) {
            all.push_back(sample.submitted.since_origin);
            all.push_back(sample.started.value().since_origin);
        }
    }
    return all;
}

}  // namespace

TEST_CASE("the answer does not depend on the number of workers", "[scenario][unit]") {
    auto const runs = busy_karolina(two_sizes);
    RunOptions o = shipped_options();
    Study const one = run_study(runs, o);
    o.work.workers = 5;
    Study const five = run_study(runs, o);
    CHECK(waits(one) == waits(five));
    CHECK(one.timeline.points.size() == five.timeline.points.size());
}

TEST_CASE("a variant's waits do not depend on other variants", "[scenario][unit]") {
    Study const both = run_study(busy_karolina(two_sizes), shipped_options());
    Study const alone = run_study(
        busy_karolina("jobs: {a: {nodes: 4, runtime: 1 h, walltime: 2 h}}\nreplicates: 6\n"),
        shipped_options());
    auto const of = [](RunAnswer const& run) {
        std::vector<std::int64_t> all;
        for (QueueSample const& s : run.outcomes.front().samples) all.push_back(s.wait().count);
        return all;
    };
    CHECK(of(both.runs[1]) == of(alone.runs[0]));
}

TEST_CASE("every replicate is a sample, and each run states its settings", "[scenario][unit]") {
    Study const study =
        run_study(busy_karolina("jobs: {a: {runtime: 1 h, walltime: 2 h}}\n"
                                "sweep: {background.load: [0.5, 1.0]}\nreplicates: 6\n"),
                  shipped_options());
    REQUIRE(study.runs[1].outcomes.front().samples.size() == 6);
    RunTerms const& half = study.runs[0].terms;
    RunTerms const& full = study.runs[1].terms;
    CHECK(half.scheduler == "easy");
    CHECK(half.replicates == 6);
    CHECK(half.background.mix == "itp-trace");
    CHECK(half.background.load == 0.5);
    CHECK(full.background.load == 1.0);
    CHECK(full.background.jobs_per_day == Approx(2.0 * half.background.jobs_per_day).epsilon(0.05));
    CHECK_FALSE(study.timeline.points.empty());
}

TEST_CASE("an interruption leaves a study that says it is incomplete", "[scenario][unit]") {
    RunOptions o = shipped_options();
    int asked = 0;
    o.work.interrupted = [&] { return ++asked > 3; };
    Study const study = run_study(busy_karolina(two_sizes), o);
    CHECK_FALSE(study.complete);
    CHECK(study.runs[0].outcomes.front().samples.size() < 6);
}

TEST_CASE("an interrupted answer uses only whole replicates", "[scenario][unit]") {
    auto const runs = busy_karolina(two_sizes);
    RunOptions o = shipped_options();
    o.work.workers = 1;
    Study const whole = run_study(runs, o);
    // Some way into the second replicate.
    std::size_t done = 0;
    int asked = 0;
    o.work.progress = [&](std::size_t now, std::size_t) { done = now; };
    o.work.interrupted = [&] { return done >= 1 && ++asked > 100; };
    Study const cut = run_study(runs, o);
    CHECK(whole.complete);
    CHECK_FALSE(cut.complete);
    for (std::size_t r = 0; r < cut.runs.size(); ++r) {
        auto const& samples = cut.runs[r].outcomes.front().samples;
        REQUIRE(samples.size() == 1);
        CHECK(samples[0].started == whole.runs[r].outcomes.front().samples[0].started);
    }
    CHECK(cut.timeline.points.empty());
    CHECK(cut.runs[0].terms.background.jobs_per_day == whole.runs[0].terms.background.jobs_per_day);
}
