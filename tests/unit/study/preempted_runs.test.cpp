// SPDX-License-Identifier: Apache-2.0
#include "sim/study/preempted_runs.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/scenario/resumed_work.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <utility>

using namespace clustersim;

namespace {

std::vector<ResolvedRun> preemptible_runs(std::string const& place, std::string const& jobs) {
    auto document = *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nseed: 1\n"
                                "scheduler: slurm\nsite-limits: enforced\nnetwork: closed\n" +
                                    place + "jobs: {" + jobs + "}\n",
                                "study.yaml");
    auto runs = resolve_all(*expand_sweep(document), shipped_options().library);
    if (!runs) FAIL(to_text(runs.error()));
    return std::move(*runs);
}

/// Half an hour on an empty machine, in one replicate.
std::vector<ResolvedRun> alone() {
    return preemptible_runs("system: karolina\npartition: qgpu_preempt\nreplicates: 1\n"
                            "background: {mix: none, load: 0.9, warm-up: 1 d, window: 1 d}\n",
                            "a: {nodes: 8, runtime: 30 min, walltime: 1 h}");
}

JobOutcome outcome_with(ResolvedRun const& run, std::vector<JobCourse> const& courses) {
    JobOutcome outcome(run.jobs.front().prediction);
    for (JobCourse const& course : courses) {
        QueueSample sample{Instant{0}, course.runs.front().started};
        sample.held = Seconds{1800};
        sample.course = course;
        follow_runs(sample);
        outcome.samples.push_back(std::move(sample));
    }
    Diagnostics warnings;
    settle_preemption(outcome, run.jobs.front(), run, warnings);
    CHECK(warnings.empty() == (outcome.preemption->unfinished == 0));
    return outcome;
}

JobCourse const undisturbed{{{Instant{0}, Instant{1800}}}, CourseEnd::by_itself};
/// Stopped after an hour, again after another one, then left to end.
JobCourse const twice_stopped{
    {{Instant{0}, Instant{3600}}, {Instant{4000}, Instant{7600}}, {Instant{8000}, Instant{9800}}},
    CourseEnd::by_itself};

}  // namespace

TEST_CASE("time, bill and energy of a stopped job are those of all its runs", "[scenario][unit]") {
    auto const runs = alone();
    JobOutcome const one = outcome_with(runs.front(), {undisturbed});
    CHECK(one.runtime.value == seconds(1800));
    CHECK(one.bill.node_hours.value == Approx(4.0));
    CHECK(one.preemption->stopped == 0);
    CHECK(one.preemption->goodput == 1.0);
    JobOutcome const stopped = outcome_with(runs.front(), {twice_stopped});
    CHECK(stopped.samples.front().held == Seconds{9000});
    CHECK(stopped.runtime.value == seconds(9000));
    CHECK(stopped.bill.node_hours.value == Approx(20.0));
    CHECK(stopped.energy.facility.si() == Approx(one.energy.facility.si() * 5.0));
    CHECK(stopped.preemption->requeues == 2.0);
    CHECK(stopped.preemption->goodput == Approx(0.2));
}

TEST_CASE("a job that is preempted and cancelled loses all its work", "[scenario][unit]") {
    auto const runs = alone();
    JobCourse const cancelled{{{Instant{0}, Instant{900}}}, CourseEnd::cancelled};
    JobOutcome const outcome = outcome_with(runs.front(), {undisturbed, cancelled});
    CHECK(outcome.preemption->stopped == 1);
    CHECK(outcome.preemption->unfinished == 1);
    CHECK(outcome.preemption->requeues == 0.0);
    CHECK(outcome.preemption->goodput == Approx(1800.0 / 2700.0));
    CHECK(was_stopped(outcome.samples[1]));
    CHECK_FALSE(was_stopped(outcome.samples[0]));
}

TEST_CASE("work with checkpoints resumes from the last usable one", "[scenario][unit]") {
    CampaignPlan plan;
    plan.work = hours(10);
    plan.walltime = hours(12);
    plan.startup = seconds(600);
    plan.interval = hours(1);
    plan.checkpoint = {seconds(60), {}, {}};
    auto const work = resumed_work(plan);
    CHECK(work->run_on({}, {})->run_time == Seconds{600 + 10 * 3660});
    std::vector<Seconds> earlier{Seconds{4 * 3600}};
    CHECK(work->run_on({}, earlier)->run_time == Seconds{600 + 7 * 3660});
    earlier.push_back(Seconds{300});  // did not get as far as its first step
    CHECK(work->run_on({}, earlier)->run_time == Seconds{600 + 7 * 3660});
    plan.work = hours(20);
    CHECK(resumed_work(plan)->run_on({}, {})->run_time == Seconds{12 * 3600});
}

TEST_CASE("a preempted job on Karolina is followed to its real end", "[scenario][unit]") {
    std::string const busy = "system: karolina\npartition: qgpu_preempt\nreplicates: 3\n"
                             "background: {mix: itp-trace, load: 0.1, warm-up: 12 h, window: 6 h, "
                             "others: {qgpu: {mix: itp-trace, load: 0.8}}}\n";
    auto const answer = [&](std::string const& job) {
        return run_study(preemptible_runs(busy, job), shipped_options())
            .runs.front()
            .outcomes.front();
    };
    JobOutcome const bare = answer("train: {nodes: 8, runtime: 10 h, walltime: 12 h}");
    REQUIRE(bare.preemption);
    CHECK(bare.preemption->requeues > 0.0);
    CHECK(bare.preemption->goodput < 1.0);
    CHECK(bare.bill.node_hours.value > 80.0);
    for (QueueSample const& sample : bare.samples) {
        REQUIRE(sample.course);
        // Slurm starts its script again: the last run is a whole one.
        CHECK(sample.course->runs.back().held() == Seconds{36000});
        CHECK(*sample.turnaround() >= sample.wait() + sample.held);
    }
    JobOutcome const saved =
        answer("train: {nodes: 8, runtime: 10 h, walltime: 12 h, "
               "checkpoint: {every: 30 min, size: 100 GB}, resilience: {device-mtbf: 10000000 h}}");
    REQUIRE(saved.preemption);
    CHECK(saved.preemption->requeues > 0.0);
    CHECK(saved.runtime.value < bare.runtime.value);
    REQUIRE(saved.campaign_result);
    CHECK(saved.campaign_result->forecast.mean.submissions < 1.05);
}
