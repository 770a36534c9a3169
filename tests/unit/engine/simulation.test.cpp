// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/simulation.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

using Starts = std::vector<std::int64_t>;

Job job(std::int64_t submit, std::int32_t nodes, std::int64_t run, std::int64_t requested) {
    static constexpr std::int64_t same_id = 0;
    return {
        .id = same_id, .submit = {submit}, .run = {run}, .requested = {requested}, .nodes = nodes};
}

Starts starts_of(PoolShape shape, std::string_view policy, std::vector<Job> const& jobs) {
    Simulation simulation(shape, *find_policy(policy), jobs);
    simulation.run();
    Starts starts;
    for (JobRecord const& record : simulation.records())
        starts.push_back(record.start.since_origin);
    return starts;
}

}  // namespace

TEST_CASE("a completion frees its nodes for a submission at the same instant", "[engine][unit]") {
    std::vector<Job> const jobs{job(0, 4, 100, 100), job(100, 4, 10, 10)};
    auto const policy = GENERATE("fcfs", "easy", "conservative");
    CHECK(starts_of({.nodes = 4}, policy, jobs) == Starts{0, 100});
}

TEST_CASE("jobs of one instant are all in the queue before the scheduling pass", "[engine][unit]") {
    // Second in line but first to fit: the head does not fit next to the running job.
    std::vector<Job> const jobs{job(0, 2, 100, 100), job(5, 4, 10, 10), job(5, 2, 10, 10)};
    CHECK(starts_of({.nodes = 4}, "easy", jobs) == Starts{0, 100, 5});
    CHECK(starts_of({.nodes = 4}, "conservative", jobs) == Starts{0, 100, 5});
    CHECK(starts_of({.nodes = 4}, "fcfs", jobs) == Starts{0, 100, 110});
}

TEST_CASE("a job of zero seconds ends at its start and makes room within the instant",
          "[engine][unit]") {
    std::vector<Job> const jobs{job(7, 4, 0, 60), job(7, 4, 0, 60), job(7, 4, 30, 60)};
    auto const policy = GENERATE("fcfs", "easy", "conservative");
    CHECK(starts_of({.nodes = 4}, policy, jobs) == Starts{7, 7, 7});
}

TEST_CASE("a job is stopped at its requested time", "[engine][unit]") {
    std::vector<Job> const jobs{job(0, 4, 500, 100), job(1, 4, 10, 10)};
    Simulation simulation({.nodes = 4}, *find_policy("fcfs"), jobs);
    simulation.run();
    CHECK(simulation.end_of({0}) == Instant{100});
    CHECK(simulation.start_of({1}) == Instant{100});
    CHECK(simulation.now() == Instant{110});
}

TEST_CASE("conservative reschedules the queue when a job ends early", "[engine][unit]") {
    // The head was to start at 100, the next job at 150. At 40 both start times become earlier.
    std::vector<Job> const jobs{job(0, 4, 40, 100), job(1, 3, 50, 50), job(2, 3, 50, 50)};
    CHECK(starts_of({.nodes = 4}, "conservative", jobs) == Starts{0, 40, 90});
}

TEST_CASE("conservative starts a job at its reservation even if nothing else happens then",
          "[engine][unit]") {
    // The third job's gap opens at 100, the requested end of the first job.
    std::vector<Job> const jobs{job(0, 3, 100, 100), job(1, 4, 50, 50), job(2, 2, 60, 60)};
    CHECK(starts_of({.nodes = 4}, "conservative", jobs) == Starts{0, 100, 150});
}

TEST_CASE("GPUs of a node are shared and never allocated twice", "[engine][unit]") {
    std::vector<Job> jobs;
    for (std::int32_t units : {1, 3, 2, 4, 2}) {
        Job j = job(0, 1, 100, 100);
        j.units = units;
        jobs.push_back(j);
    }
    Simulation simulation({.nodes = 2, .units_per_node = 4}, *find_policy("easy"), jobs);
    REQUIRE(simulation.step());
    CHECK(simulation.nodes_of({0}) == simulation.nodes_of({1}));
    CHECK(simulation.nodes_of({2}) == simulation.nodes_of({4}));
    CHECK(simulation.waiting() == 1);
    CHECK(simulation.free_units() == 0);
    CHECK(simulation.broken_invariant_now() == std::nullopt);
    simulation.run();
    CHECK(simulation.start_of({3}) == Instant{100});
}

TEST_CASE("a fork shows when a job submitted now would start; the original is unaffected",
          "[engine][unit]") {
    std::vector<Job> const jobs{job(0, 4, 100, 100), job(10, 4, 100, 100), job(60, 2, 20, 20)};
    auto const policy = GENERATE("fcfs", "easy", "conservative");
    Simulation simulation({.nodes = 4}, *find_policy(policy), jobs);
    simulation.run_until({50});
    CHECK(simulation.now() == Instant{50});
    Simulation fork = simulation;
    JobIndex const probe = fork.submit_now(job(0, 3, 10, 10));
    CHECK(fork.run_until_started(probe, Horizon::days(60)) == Instant{200});
    CHECK(fork.job(probe).submit == Instant{50});
    CHECK_FALSE(simulation.start_of({1}).has_value());
    simulation.run();
    CHECK(simulation.records().size() == 3);
    CHECK(simulation.start_of({2}) == Instant{200});
}

TEST_CASE("a job submitted to an idle machine starts at once", "[engine][unit]") {
    auto const policy = GENERATE("fcfs", "easy", "conservative");
    Simulation simulation({.nodes = 4}, *find_policy(policy), {});
    simulation.run_until({1000});
    JobIndex const probe = simulation.submit_now(job(0, 4, 10, 10));
    CHECK(simulation.next_event() == Instant{1000});
    CHECK(simulation.run_until_started(probe, Horizon::days(60)) == Instant{1000});
    simulation.run();
    CHECK(simulation.end_of(probe) == Instant{1010});
    CHECK(simulation.next_event() == Instant::never());
}

TEST_CASE("run_until handles events at that instant", "[engine][unit]") {
    std::vector<Job> const jobs{job(5, 1, 10, 10)};
    Simulation simulation({.nodes = 1}, *find_policy("fcfs"), jobs);
    simulation.run_until({5});
    CHECK(simulation.start_of({0}) == Instant{5});
    CHECK(simulation.running().size() == 1);
    simulation.run_until({15});
    CHECK(simulation.running().empty());
}
