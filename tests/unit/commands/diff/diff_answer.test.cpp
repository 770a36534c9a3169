// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_answer.hpp"

#include "sim/commands/diff/machine_use.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::int64_t a_day = 86400;

/// A job of "ann" in "batch" (side_of()).
PastJob job_of(std::int64_t number, std::int64_t submit, std::int64_t wait, std::int64_t run) {
    PastJob job;
    job.id = number;
    job.submit = Instant{submit};
    job.start = Instant{submit + wait};
    job.end = Instant{submit + wait + run};
    job.nodes = 1;
    job.cpus = 2;
    return job;
}

DiffSide side_of(std::string name, std::vector<PastJob> jobs, std::int64_t days) {
    DiffSide side{.name = std::move(name), .samples = {}, .nodes = 2, .cpus = 4, .draw = {}};
    DiffSample& sample = side.samples.emplace_back();
    sample.pools.resize(jobs.size());
    sample.past.jobs = std::move(jobs);
    for (char const* user : {"ann", "u1", "u2", "u3"}) sample.past.users.number(user);
    for (char const* queue : {"batch", "other"}) sample.past.queues.number(queue);
    sample.from = Instant{0};
    sample.to = Instant{days * a_day};
    return side;
}

ClassDiff const& class_named(DiffPair const& pair, std::string_view name) {
    auto const found = std::ranges::find_if(
        pair.classes, [&](ClassDiff const& one) { return one.of.name == name; });
    REQUIRE(found != pair.classes.end());
    return *found;
}

}  // namespace

TEST_CASE("jobs with GPUs are a class where others have none", "[diff][unit]") {
    std::vector<PastJob> jobs{job_of(1, 0, 60, 100), job_of(2, 10, 600, 100)};
    auto const classes_of = [&](std::string const& name) {
        auto const answer = compare_sides({{side_of("a", jobs, 1), side_of("b", jobs, 1)}, true});
        return std::ranges::count_if(answer.pairs.front().classes,
                                     [&](ClassDiff const& one) { return one.of.division == name; });
    };
    CHECK(classes_of("devices") == 0);
    jobs[1].gpus = 4;
    CHECK(classes_of("devices") == 2);
    auto const answer = compare_sides({{side_of("a", jobs, 1), side_of("b", jobs, 1)}, true});
    CHECK(class_named(answer.pairs.front(), "GPU jobs").mean_wait.first == Approx(600.0));
    CHECK(class_named(answer.pairs.front(), "CPU jobs").mean_wait.first == Approx(60.0));
    for (PastJob& job : jobs) job.gpus = 4;
    CHECK(classes_of("devices") == 0);
}

TEST_CASE("a difference that is the same every day is certain", "[diff][unit]") {
    std::vector<PastJob> before, after;
    for (std::int64_t day = 0; day < 4; ++day) {
        before.push_back(job_of(day, day * a_day, 600 * (day + 1), 100));
        after.push_back(job_of(day, day * a_day, 600 * (day + 1) + 300, 100));
    }
    auto const answer = compare_sides({{side_of("a", before, 4), side_of("b", after, 4)}, true});
    CHECK(answer.blocks == 4);
    CHECK(answer.blocks_are_days);
    auto const& all = class_named(answer.pairs.front(), "all jobs");
    CHECK(all.jobs_first == 4);
    CHECK(all.mean_wait.first == Approx(1500.0));
    CHECK(all.mean_wait.change() == Approx(300.0));
    REQUIRE(all.mean_wait.half_width);
    CHECK(*all.mean_wait.half_width == Approx(0.0).margin(1e-6));
    CHECK(all.mean_wait.is_clear());
    CHECK(all.median_other - all.median_first == Approx(300.0));
    REQUIRE(answer.pairs.front().pairs);
    CHECK(answer.pairs.front().pairs->later == 4);
    CHECK(answer.pairs.front().pairs->earlier == 0);
}

TEST_CASE("one day that differs is not clear", "[diff][unit]") {
    std::vector<PastJob> before, after;
    for (std::int64_t day = 0; day < 4; ++day) {
        before.push_back(job_of(day, day * a_day, 600, 100));
        after.push_back(job_of(day, day * a_day, day == 2 ? 6000 : 600, 100));
    }
    auto const answer = compare_sides({{side_of("a", before, 4), side_of("b", after, 4)}, true});
    CHECK_FALSE(class_named(answer.pairs.front(), "all jobs").mean_wait.is_clear());
}

TEST_CASE("jobs have the size and partition of the first side", "[diff][unit]") {
    std::vector<PastJob> before{job_of(1, 0, 0, 100), job_of(2, 0, 50, 100)};
    std::vector<PastJob> after = before;
    after[1].nodes = 2;
    after[1].queue = 1;
    auto const answer = compare_sides({{side_of("a", before, 1), side_of("b", after, 1)}, true});
    CHECK(answer.pairs.front().classes.size() ==
          1);  // the one size, user and partition are all jobs
    // Other jobs have their own.
    before[0].nodes = 2;
    auto const others = compare_sides({{side_of("a", before, 1), side_of("b", after, 1)}, false});
    CHECK(class_named(others.pairs.front(), "1 node").jobs_first == 1);
    CHECK(class_named(others.pairs.front(), "2-3 nodes").jobs_other == 1);
    CHECK_FALSE(others.pairs.front().pairs);
}

TEST_CASE("the fewest users with half of the CPU time are heavy", "[diff][unit]") {
    std::vector<PastJob> jobs{
        job_of(1, 0, 0, 1000), job_of(2, 0, 0, 600), job_of(3, 0, 0, 300), job_of(4, 0, 0, 50)};
    for (std::size_t j = 1; j < jobs.size(); ++j) jobs[j].user = static_cast<std::uint32_t>(j);
    auto const answer = compare_sides({{side_of("a", jobs, 1), side_of("b", jobs, 1)}, true});
    // 1,000 of 1,950 s are the first half; the next two reach nine tenths.
    CHECK(class_named(answer.pairs.front(), "heavy users").jobs_first == 1);
    CHECK(class_named(answer.pairs.front(), "medium users").jobs_first == 2);
    CHECK(class_named(answer.pairs.front(), "light users").jobs_first == 1);
}

TEST_CASE("the lost capacity is what waiting jobs could have used", "[diff][unit]") {
    // Of 4 CPUs, 2 are busy for the first 100 s, while a job of 2 CPUs waits; then it runs for 50 s.
    std::vector<PastJob> const jobs{job_of(1, 0, 0, 100), job_of(2, 0, 100, 50)};
    DiffSide const side = side_of("a", jobs, 1);
    std::vector<Instant> const edges{Instant{0}, Instant{120}, Instant{200}};
    auto const uses = machine_use(side, side.samples.front(), edges);
    REQUIRE(uses.size() == 2);
    CHECK(uses[0].capacity == Approx(480.0));
    CHECK(uses[0].busy == Approx(240.0));
    CHECK(uses[0].lost == Approx(200.0));
    CHECK(uses[0].busy_nodes == Approx(120.0));
    CHECK(uses[1].busy == Approx(60.0));
    CHECK(uses[1].lost == Approx(0.0));
}

TEST_CASE("jobs that never start are counted, and only those of the window", "[diff][unit]") {
    std::vector<PastJob> jobs{job_of(1, 10, 0, 100), job_of(2, 20, 0, 100)};
    jobs[1].start = Instant::never();
    jobs[1].end = Instant::never();
    jobs.push_back(job_of(3, 2 * a_day, 0, 100));
    auto const answer = compare_sides({{side_of("a", jobs, 1), side_of("b", jobs, 1)}, true});
    CHECK(answer.pairs.front().unstarted_first == 1);
    CHECK(answer.pairs.front().pairs->jobs == 1);
    CHECK(class_named(answer.pairs.front(), "all jobs").jobs_first == 1);
}

TEST_CASE("a job that starts on one side only has no part in the waits", "[diff][unit]") {
    std::vector<PastJob> const before{job_of(1, 0, 10, 100), job_of(2, 0, 5000, 100)};
    std::vector<PastJob> after = before;
    after[1].start = Instant::never();
    after[1].end = Instant::never();
    auto const answer = compare_sides({{side_of("a", before, 1), side_of("b", after, 1)}, true});
    auto const& all = class_named(answer.pairs.front(), "all jobs");
    CHECK(all.jobs_first == 1);
    CHECK(all.mean_wait.change() == 0.0);
    CHECK(answer.pairs.front().unstarted_other == 1);
}

TEST_CASE("an idle CPU node is no loss to a job that waits for GPUs", "[diff][unit]") {
    std::vector<PastJob> jobs{job_of(1, 0, 3600, 3600)};
    DiffSide one_pool = side_of("a", jobs, 1);
    DiffSide two_pools = side_of("b", jobs, 1);
    two_pools.samples.front().pools.front() = 1;
    two_pools.pool_cpus = {3, 1};
    auto const lost = [](DiffSide const& side) {
        return machine_use(side, side.samples.front(), std::vector{Instant{0}, Instant{a_day}})
            .front()
            .lost;
    };
    CHECK(lost(one_pool) == Approx(2.0 * 3600.0));
    // Its pool has one CPU; the three idle ones of the other cannot run it.
    CHECK(lost(two_pools) == Approx(1.0 * 3600.0));
}

TEST_CASE("failures of nodes count per day, and runs that they ended as use", "[diff][unit]") {
    std::vector<PastJob> const jobs{job_of(1, 0, 7200, 3600), job_of(2, 2 * a_day, 0, 3600)};
    DiffSide const first = side_of("a", jobs, 4);
    DiffSide other = first;
    other.nodes_fail = true;
    // Job 1 ran on one node from 1 h to 2 h first, when its node failed for a day.
    slurm::FailureLog& log = other.samples.front().failures;
    log.node_failed(0, Instant{7200 - 1});
    log.node_returned(0, Instant{7200 - 1 + a_day});
    log.runs.push_back({Instant{3600}, Instant{7200 - 1}, 1, 2, true});
    auto const answer = compare_sides({{first, other}, true});
    REQUIRE(answer.pairs.front().failures);
    FailureDiff const& of = *answer.pairs.front().failures;
    CHECK(of.node_failures.first == 0.0);
    CHECK(of.node_failures.other == Approx(0.25));
    CHECK(of.jobs_requeued.other == Approx(0.25));
    CHECK(of.jobs_failed.other == 0.0);
    CHECK(of.node_hours_down.other == Approx(6.0));
    CHECK(of.node_hours_lost.other == Approx(3599.0 / 3600.0 / 4.0));
    CHECK(of.node_failures.half_width);
    double const capacity = 4.0 * 4 * a_day;
    DiffPair const& pair = answer.pairs.front();
    CHECK(pair.utilisation->change() == Approx(2.0 * 3599.0 / capacity));
    CHECK(pair.lost_capacity->change() == Approx(-2.0 * 3599.0 / capacity));
    CHECK_FALSE(compare_sides({{first, first}, true}).pairs.front().failures);
}
