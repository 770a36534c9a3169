// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/counted_queue.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/engine/simulation.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

namespace {

CountedJob job_of(std::int64_t size, std::int64_t run, std::int64_t limit, std::uint32_t user = 0) {
    return {.submit = 0, .size = size, .limit = limit, .run = run, .user = user};
}

}  // namespace

TEST_CASE("a counted queue starts jobs as EASY does", "[friction][unit]") {
    RandomStream random(5, "counted");
    std::vector<Job> jobs;
    std::int64_t at = 0;
    for (std::int64_t i = 0; i < 2000; ++i) {
        auto const run = 60 + static_cast<std::int64_t>(random.uniform_int(5000));
        jobs.push_back(
            {.id = i,
             .submit = Instant{at},
             .run = Seconds{run},
             .requested = Seconds{run + static_cast<std::int64_t>(random.uniform_int(3000))},
             .nodes = 1 + static_cast<std::int32_t>(random.uniform_int(20))});
        at += 1 + static_cast<std::int64_t>(random.uniform_int(1800));
    }
    Simulation easy({.nodes = 32, .units_per_node = 1}, *find_policy("easy"), jobs);
    easy.run();
    CountedQueue counted(0, 32, {}, {});
    for (Job const& job : jobs) {
        counted.run_until(job.submit.since_origin);
        counted.submit({.submit = job.submit.since_origin,
                        .size = job.nodes,
                        .limit = job.requested.count,
                        .run = job.run.count,
                        .order = job.submit.since_origin});
        counted.run_until(job.submit.since_origin);
    }
    counted.run_until(at + 1'000'000);
    std::size_t different = 0;
    for (std::uint32_t i = 0; i < jobs.size(); ++i)
        if (counted.start_of(i) != easy.start_of(JobIndex{i})->since_origin) ++different;
    CHECK(different == 0);
}

TEST_CASE("nodes that are lost, closed queues and limits hold jobs back", "[friction][unit]") {
    CountedQueue queue(0,
                       10,
                       {.jobs_of_user = {{1, 1}}, .nodes_of_user = {{2, 4}}, .jobs_in_queue = {}},
                       {{.at = 0, .queue = {}, .closed = false, .usable = 6},
                        {.at = 100, .queue = {}, .closed = false, .usable = 10},
                        {.at = 50, .queue = 0, .closed = true, .usable = 0},
                        {.at = 200, .queue = 0, .closed = false, .usable = 0}});
    queue.run_until(0);
    auto const large = queue.submit(job_of(7, 10, 10));
    auto const first = queue.submit(job_of(1, 300, 300, 1));
    auto const second = queue.submit(job_of(1, 10, 10, 1));
    auto const too_many = queue.submit(job_of(5, 10, 10, 2));
    queue.run_until(1000);
    CHECK(queue.start_of(first) == 0);
    CHECK(queue.start_of(large) == 200);
    CHECK(queue.start_of(second) == 300);
    CHECK_FALSE(queue.start_of(too_many));
    CHECK(queue.waiting() == 1);
}

TEST_CASE("a job that runs counts from its start", "[friction][unit]") {
    CountedQueue queue(1000, 4, {}, {});
    queue.add_running(job_of(4, 1500, 2000), 0);
    auto const asked = queue.submit(job_of(1, 10, 10));
    CHECK(queue.run_until(5000, asked));
    CHECK(queue.start_of(asked) == 1500);
}
