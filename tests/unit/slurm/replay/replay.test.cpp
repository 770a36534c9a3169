// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/replay.hpp"

#include "sim/slurm/replay/outcomes.hpp"
#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <random>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

ImportedJob job(std::int64_t number, std::int64_t submit, std::int32_t tasks, std::int64_t run) {
    ImportedJob out;
    out.request.number = number;
    out.request.submit = Instant{submit};
    out.request.user = "ann";
    out.request.ntasks = tasks;
    out.request.time_minutes = 10;
    out.request.run_times = {{run}};
    return out;
}

std::vector<ReplayedJob> replay(std::vector<ImportedJob> const& jobs) {
    return replay_jobs(std::make_shared<Site const>(plain_site(2, 4)), jobs).jobs;
}

}  // namespace

TEST_CASE("it runs the jobs of a trace as Slurm would", "[slurm_replay][unit]") {
    auto const rows = replay({job(5, 100, 8, 60), job(2, 101, 1, 30)});
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].number == 5);
    CHECK(rows[0].state == JobState::completed);
    CHECK(rows[0].cpus == 8);
    CHECK(rows[0].nodes == std::vector<std::int32_t>{0, 1});
    REQUIRE(rows[0].start);
    REQUIRE(rows[1].start);
    CHECK(*rows[0].start >= Instant{100});
    CHECK(*rows[0].start <= Instant{104});
    CHECK(*rows[0].end - *rows[0].start == Seconds{60});
    CHECK(*rows[1].start >= *rows[0].end);
}

TEST_CASE("it starts at the first submission of the trace, however late that is",
          "[slurm_replay][unit]") {
    auto early = std::vector{job(1, 0, 8, 60), job(2, 7, 8, 60)};
    auto late = early;
    constexpr Seconds years{100'000'000};
    for (auto& one : late) one.request.submit = one.request.submit + years;
    late[1].request.begin = Instant{500} + years;
    early[1].request.begin = Instant{500};
    auto const a = replay(early);
    auto const b = replay(late);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(*a[i].start + years == *b[i].start);
        CHECK(*a[i].end + years == *b[i].end);
    }
    CHECK(*a[1].start >= Instant{500});
}

TEST_CASE("it resolves the dependencies of a trace to its jobs", "[slurm_replay][unit]") {
    auto jobs =
        std::vector{job(70, 0, 1, 60), job(30, 1, 1, 5), job(31, 2, 1, 5), job(32, 3, 1, 5)};
    jobs[0].request.exit_code = 1;
    jobs[1].request.dependency = read_dependency("afterany:70");
    jobs[2].request.dependency = read_dependency("afterok:70");
    jobs[3].request.dependency =
        read_dependency("afterok:999");  // unknown to Slurm: counts as fulfilled
    auto const rows = replay(jobs);
    CHECK(rows[0].state == JobState::failed);
    CHECK(rows[1].state == JobState::completed);
    CHECK(*rows[1].start >= *rows[0].end);
    CHECK(rows[2].state == JobState::pending);
    CHECK(rows[2].reason == Reason::dependency_never);
    CHECK(!rows[2].start);
    CHECK(rows[3].state == JobState::completed);
    CHECK(*rows[3].start < *rows[0].end);
    auto const counts = count_outcomes(rows);
    REQUIRE(counts.waiting.size() == 1);
    CHECK(counts.waiting[0].text == "DependencyNeverSatisfied");
    CHECK(counts.waiting[0].first == 31);
}

TEST_CASE("it follows every task of an array", "[slurm_replay][unit]") {
    auto jobs = std::vector{job(9, 0, 1, 60)};
    jobs[0].request.array = read_array("1,3,5%1");
    jobs[0].request.run_times = {{10}, {20}, {30}};
    auto const rows = replay(jobs);
    REQUIRE(rows.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(rows[i].number == 9);
        CHECK(rows[i].task == static_cast<std::int32_t>(2 * i + 1));
        CHECK(rows[i].state == JobState::completed);
    }
    CHECK(*rows[1].start >= *rows[0].end);
}

TEST_CASE("it cancels the jobs that the trace cancels", "[slurm_replay][unit]") {
    auto jobs = std::vector{job(1, 0, 8, 300), job(2, 1, 8, 300), job(3, 1, 8, 5)};
    jobs[0].cancel = Instant{100};
    jobs[1].cancel = Instant{50};
    jobs[2].cancel = Instant{4000};  // ended long before
    auto const rows = replay(jobs);
    CHECK(rows[0].state == JobState::cancelled);
    CHECK(rows[0].end == Instant{100});
    CHECK(rows[1].state == JobState::cancelled);
    CHECK(!rows[1].start);
    CHECK(rows[2].state == JobState::completed);
}

TEST_CASE("it keeps the message of a submission that sbatch refuses", "[slurm_replay][unit]") {
    auto jobs = std::vector{job(1, 0, 1, 10), job(2, 0, 1, 10)};
    jobs[1].request.partition = "nosuch";
    auto const rows = replay(jobs);
    REQUIRE(rows.size() == 2);
    CHECK(!rows[1].state);
    CHECK(rows[1].refusal.find("nvalid partition name") != std::string::npos);
    auto const counts = count_outcomes(rows);
    CHECK(counts.states ==
          std::vector<std::pair<std::string, std::int64_t>>{{"COMPLETED", 1}, {"REJECTED", 1}});
    auto const table = write_outcomes_csv(rows, plain_site(2, 4));
    CHECK(table.find("\n1,0,1,11,COMPLETED,n1,1,1,") != std::string::npos);
    CHECK(table.find("\n2,0,,,REJECTED,") != std::string::npos);
}

TEST_CASE("it gives the same outcomes in reference cycles", "[slurm_replay][unit]") {
    std::vector<ImportedJob> jobs;
    for (std::int64_t i = 1; i <= 60; ++i)
        jobs.push_back(job(i, i * 7, static_cast<std::int32_t>(i % 8 + 1), 20 + i * 13 % 500));
    auto const site = std::make_shared<Site const>(plain_site(2, 4));
    ReplayOptions options;
    auto const fast = replay_jobs(site, jobs, options);
    options.cycles = CycleMode::reference;
    auto const full = replay_jobs(site, jobs, options);
    CHECK(write_outcomes_csv(fast.jobs, *site) == write_outcomes_csv(full.jobs, *site));
}

TEST_CASE("it gives the starts of reference cycles if it skips much of a long queue",
          "[slurm_replay][unit]") {
    constexpr std::int32_t nodes = 12;
    auto const seed = GENERATE(1, 2, 3);
    auto const gap = GENERATE(5, 90, 400);  // the longer, the more cycles repeat the one before
    std::mt19937_64 engine(static_cast<std::uint64_t>(seed));
    auto const upto = [&](std::uint64_t most) {
        return static_cast<std::int64_t>(engine() % most);
    };
    std::vector<ImportedJob> jobs;
    for (std::int64_t i = 1; i <= 140; ++i) {
        auto const minutes = 1 + upto(60);
        auto const size = static_cast<std::int32_t>(std::int64_t{1} << upto(4));
        auto one = job(i, i * gap, size, 1 + upto(static_cast<std::uint64_t>(minutes) * 60));
        one.request.ntasks_per_node = 1;
        one.request.exclusive = Exclusive::whole_nodes;
        one.request.time_minutes = minutes;
        jobs.push_back(std::move(one));
    }
    auto const site = std::make_shared<Site const>(plain_site(nodes, 4));
    ReplayOptions options;
    auto const fast = replay_jobs(site, jobs, options);
    options.cycles = CycleMode::reference;
    auto const full = replay_jobs(site, jobs, options);
    CHECK(write_outcomes_csv(fast.jobs, *site) == write_outcomes_csv(full.jobs, *site));
}

TEST_CASE("it stops when interrupted", "[slurm_replay][unit]") {
    std::vector<ImportedJob> jobs;
    for (std::int64_t i = 1; i <= 3000; ++i) jobs.push_back(job(i, i, 1, 10));
    ReplayOptions options;
    options.interrupted = [] { return true; };
    auto const stopped = replay_jobs(std::make_shared<Site const>(plain_site(2, 4)), jobs, options);
    CHECK(stopped.interrupted);
}

TEST_CASE("it reads the jobs of traces without Slurm's options", "[slurm_replay][unit]") {
    std::vector<clustersim::Job> const trace{
        {.id = 4, .submit = {9}, .run = {5}, .requested = {61}, .nodes = 3, .units = 1}};
    auto const jobs = jobs_of(trace);
    CHECK(jobs.jobs.at(0).request.number == 4);
    CHECK(jobs.jobs[0].request.ntasks == 3);
    CHECK(jobs.jobs[0].request.time_minutes == 2);
    CHECK(replay(jobs.jobs).at(0).state == JobState::completed);
}

TEST_CASE("a job that waits for ever does not wait for the end that a killed one would have had",
          "[slurm_replay][unit]") {
    std::vector<ImportedJob> jobs{job(1, 0, 1, 2'147'483'648), job(2, 5, 1, 10)};
    jobs[1].request.time_minutes = 60;
    ReplayOptions options;
    int asked = 0;
    options.interrupted = [&] { return ++asked > 20'000; };
    auto site = plain_site(2, 4);
    site.partitions[0].max_minutes = 20;
    auto const rows = replay_jobs(std::make_shared<Site const>(site), jobs, options);
    CHECK_FALSE(rows.interrupted);
    REQUIRE(rows.jobs.size() == 2);
    CHECK(rows.jobs[0].state == JobState::timeout);
    CHECK(rows.jobs[1].state == JobState::pending);
}
