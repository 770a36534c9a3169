// SPDX-License-Identifier: Apache-2.0
#include "sim/study/placed_answer.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

RunOptions options(int workers) {
    std::filesystem::path const root = PROJECT_DIR;
    RunOptions o;
    o.library = {root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
    o.work.workers = workers;
    return o;
}

/// A job among background jobs, and one that can only start after them: both take nearly the whole machine.
Study study(std::string const& more, int workers = 1) {
    auto document =
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: vega\nscheduler: easy\n"
                    "site-limits: waived\nreplicates: 3\nseed: 1\n"
                    "background: {mix: itp-trace, load: 0.9, warm-up: 1 d, window: 6 h}\n" +
                        more,
                    "study.yaml");
    auto const runs = resolve_all(*expand_sweep(document), options(workers).library);
    REQUIRE(runs);
    return run_study(*runs, options(workers));
}

std::string const training =
    "jobs: {a: {application: gpt-857m, nodes: 16, steps: 2000, training: {accumulation: 1}, "
    "walltime: 12 h}}\n";

}  // namespace

TEST_CASE("a job holds its nodes for the time of its run on them", "[scenario][unit]") {
    Study const answered = study("network: flow+background\n" + training);
    JobOutcome const& outcome = answered.runs.front().outcomes.front();
    std::vector<Duration> times;
    std::vector<std::int64_t> ends;
    for (QueueSample const& sample : outcome.samples) {
        REQUIRE(sample.run != nullptr);
        CHECK(sample.held == sample.run->run_time);
        CHECK_FALSE(sample.cut);
        times.push_back(sample.run->prediction.runtime.value);
        ends.push_back(sample.turnaround().value().count);
    }
    std::ranges::sort(times);
    CHECK(times.front() < times.back());
    std::ranges::sort(ends);
    CHECK(ends[1] > times[1].si());
    CHECK(outcome.runtime.value == times[1]);
    CHECK(outcome.runtime.low < times.front());
    CHECK(outcome.runtime.high > times.back());
    CHECK(outcome.training->step.total.si() * 2000 == Approx(times[1].si()));
    CHECK(outcome.bill.gpu_hours.value == Approx(times[1].si() / 3600.0 * 64.0));
    REQUIRE(outcome.batches);
    CHECK(outcome.batches->ascending.size() == 600);
}

TEST_CASE("runs on nodes do not depend on the number of workers", "[scenario][unit]") {
    std::string const text = "network: flow+background\n" + training;
    Study const one = study(text, 1);
    Study const three = study(text, 3);
    JobOutcome const& a = one.runs.front().outcomes.front();
    JobOutcome const& b = three.runs.front().outcomes.front();
    CHECK(a.batches->ascending == b.batches->ascending);
    CHECK(a.runtime.value == b.runtime.value);
    for (std::size_t r = 0; r < a.samples.size(); ++r) {
        CHECK(a.samples[r].started == b.samples[r].started);
        CHECK(a.samples[r].held == b.samples[r].held);
    }
}

TEST_CASE("the limit cuts a run that its nodes make longer, and it is reported",
          "[scenario][unit]") {
    // Jitter is no part of the prediction, so that the walltime looks long enough.
    std::string const slow =
        "network: flow\njobs: {a: {application: gpt-857m, nodes: 16, steps: 20000, training: "
        "{accumulation: 1, straggler-chance: 1, straggler-delay: 3}, walltime: 2 h}}\n";
    Study const answered = study(slow);
    JobOutcome const& outcome = answered.runs.front().outcomes.front();
    CHECK(outcome.times_out);
    CHECK(outcome.runtime.value == seconds(7200));
    for (QueueSample const& sample : outcome.samples) {
        CHECK(sample.cut);
        CHECK(sample.held == Seconds{7200});
    }
    CHECK(std::ranges::any_of(answered.warnings.items(), [](Diagnostic const& d) {
        return d.message.find("ended at its limit in 3 of 3 replicates") != std::string::npos;
    }));
}
