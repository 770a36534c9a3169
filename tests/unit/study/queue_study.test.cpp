// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_study.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// A background load of one-node jobs of an hour each, one every ten minutes, repeated every day.
std::shared_ptr<Mix const> hourly_mix() {
    TraceReplay trace;
    trace.period = Seconds{86400};
    trace.cycle = Seconds{86400};
    for (std::int64_t t = 0; t < 86400; t += 600)
        trace.jobs.push_back(Arrival{Instant{t}, Seconds{3600}, 1});
    Mix mix;
    mix.size_unit = SizeUnit::node;
    mix.source = trace;
    return std::make_shared<Mix const>(mix);
}

QueueSetup setup(std::shared_ptr<Mix const> mix, double load) {
    QueueSetup s;
    s.scheduler = PolicySetup{.shape = {8, 1},
                              .policy = find_policy("easy"),
                              .mix = std::move(mix),
                              .partition = {.nodes = 8,
                                            .units_per_node = 1,
                                            .max_job_nodes = 8,
                                            .max_walltime = Seconds{86400},
                                            .whole_nodes = true}};
    s.background.mix = "x";
    s.background.load = load;
    s.background.warm_up = Seconds{86400};
    s.background.window = Seconds{86400};
    s.seed = 3;
    return s;
}

std::vector<ResolvedJob> one_job(int nodes) {
    ResolvedJob job;
    Job asked;
    asked.run = Seconds{1800};
    asked.requested = Seconds{3600};
    asked.nodes = nodes;
    job.request.request = asked;
    return {job};
}

}  // namespace

TEST_CASE("on an empty machine nothing waits", "[scenario][unit]") {
    auto const large = one_job(8);
    auto const small = one_job(1);
    std::vector<Submission> const submissions{large, small};
    auto const answer = simulate_replicate(setup(nullptr, 0.0), 0, submissions);
    REQUIRE(answer.samples.size() == 2);
    CHECK(answer.samples[0][0][0].wait() == Seconds{0});
    CHECK(answer.samples[1][0][0].wait() == Seconds{0});
}

TEST_CASE("variants are tried in the same queue and do not disturb each other",
          "[scenario][unit]") {
    auto const busy = setup(hourly_mix(), 0.9);
    auto const large = one_job(8);
    auto const small = one_job(1);
    std::vector<Submission> const both{large, small};
    std::vector<Submission> const alone{small};
    auto const together = simulate_replicate(busy, 4, both);
    auto const single = simulate_replicate(busy, 4, alone);
    CHECK(together.samples[1][0][0].submitted == single.samples[0][0][0].submitted);
    CHECK(together.samples[1][0][0].started == single.samples[0][0][0].started);
    CHECK(together.samples[0][0][0].wait() >= together.samples[1][0][0].wait());
}

TEST_CASE("the submission falls into the window, and another replicate is another sample",
          "[scenario][unit]") {
    auto const busy = setup(hourly_mix(), 0.9);
    auto const small = one_job(1);
    std::vector<Submission> const submissions{small};
    Instant const first = simulate_replicate(busy, 0, submissions).samples[0][0][0].submitted;
    Instant const second = simulate_replicate(busy, 1, submissions).samples[0][0][0].submitted;
    for (Instant const t : {first, second}) {
        CHECK(t >= Instant{86400});
        CHECK(t < Instant{2 * 86400});
    }
    CHECK(first != second);
    CHECK(simulate_replicate(busy, 0, submissions).samples[0][0][0].submitted == first);
}

TEST_CASE("a timeline has one point for each change and never more than the machine",
          "[scenario][unit]") {
    auto const timeline = queue_timeline(setup(hourly_mix(), 1.5), 0);
    auto const& points = timeline.points;
    REQUIRE(points.size() > 10);
    for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(points[i].busy_units >= 0);
        CHECK(points[i].busy_units <= 8);
        if (i > 0) CHECK(points[i].time > points[i - 1].time);
    }
    // The recorded runs fill as many units as the timeline says.
    REQUIRE_FALSE(timeline.runs.jobs.empty());
    for (TimelinePoint const& point : {points[points.size() / 2], points.back()}) {
        std::int64_t busy = 0;
        for (PastJob const& run : timeline.runs.jobs)
            if (run.start <= point.time && run.end > point.time) busy += run.size();
        CHECK(busy == point.busy_units);
    }
}

TEST_CASE("an interruption ends a replicate in the middle, and leaves no sample",
          "[scenario][unit]") {
    QueueSetup const busy = setup(hourly_mix(), 1.5);
    auto const job = one_job(8);
    std::vector<Submission> const submissions{job};
    int asked = 0;
    simulate_replicate(busy, 0, submissions, [&] { return ++asked < 0; });
    int const whole = asked;
    REQUIRE(whole > 100);
    asked = 0;
    auto const cut = simulate_replicate(busy, 0, submissions, [&] { return ++asked > 50; });
    CHECK(cut.samples.empty());
    CHECK(asked < 60);
    CHECK(queue_timeline(busy, 0, [] { return true; }).points.empty());
}

TEST_CASE("equal jobs are submitted together and have a sample each", "[scenario][unit]") {
    auto jobs = one_job(5);
    jobs.front().spec.form.count = 3;
    std::vector<Submission> const submissions{jobs};
    auto const answer = simulate_replicate(setup(nullptr, 0.0), 0, submissions);
    REQUIRE(answer.samples[0][0].size() == 3);
    // Of eight nodes, each job needs five.
    CHECK(answer.samples[0][0][0].wait() == Seconds{0});
    CHECK(answer.samples[0][0][1].wait() == Seconds{1800});
    CHECK(answer.samples[0][0][2].wait() == Seconds{3600});
}
