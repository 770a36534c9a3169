// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/rough_queue.hpp"

#include "tests/support/catch.hpp"

#include <cstdint>
#include <vector>

using namespace clustersim;

namespace {

RoughJob
rough_job(std::int64_t units, Seconds run, Seconds limit, Instant submit, std::uint32_t user = 0) {
    RoughJob one;
    one.job.submit = submit;
    one.job.run = run;
    one.job.requested = limit;
    one.user = user;
    one.units = units;
    return one;
}

constexpr Seconds some_hours(std::int64_t n) {
    return Seconds{3600 * n};
}

}  // namespace

TEST_CASE("a rough queue starts what fits and ends it after its run", "[workload][unit]") {
    RoughQueue queue(10, {});
    queue.submit(rough_job(6, some_hours(1), some_hours(2), Instant{0}));
    queue.submit(rough_job(6, some_hours(1), some_hours(2), Instant{1}));
    CHECK(queue.pass(Instant{600}).empty());
    CHECK(queue.busy() == 6);
    CHECK(queue.backlog() == 6.0 * 7200.0 / 10.0);
    CHECK(queue.pass(Instant{600 + 3600}).size() == 1);
    auto const jobs = queue.jobs();
    REQUIRE(jobs.size() == 1);
    CHECK(jobs.front().started == Instant{600 + 3600});
    CHECK(queue.backlog() == 0.0);
}

TEST_CASE("a rough queue fills gaps without delaying what is planned", "[workload][unit]") {
    RoughQueue queue(10, {});
    queue.submit(rough_job(6, some_hours(4), some_hours(4), Instant{0}));
    queue.pass(Instant{600});
    // The whole machine is promised in four hours: what ends before fits, what does not must wait.
    queue.submit(rough_job(10, some_hours(1), some_hours(1), Instant{700}));
    queue.submit(rough_job(4, some_hours(8), some_hours(8), Instant{800}));
    queue.submit(rough_job(4, some_hours(1), some_hours(3), Instant{900}));
    queue.pass(Instant{1200});
    CHECK(queue.busy() == 10);
    auto const jobs = queue.jobs();
    REQUIRE(jobs.size() == 4);
    CHECK(jobs[1].job.submit == Instant{900});
    CHECK(jobs[1].started == Instant{1200});
    CHECK_FALSE(jobs[2].started);
    CHECK_FALSE(jobs[3].started);
}

TEST_CASE("in a rough queue the account with less usage per share comes first",
          "[workload][unit]") {
    auto const first_of = [](std::vector<double> shares) {
        RoughQueue queue(10, {true, {0, 1}, std::move(shares), Seconds{}});
        queue.submit(rough_job(6, some_hours(2), some_hours(2), Instant{0}, 0));
        queue.submit(rough_job(4, some_hours(2), some_hours(2), Instant{0}, 1));
        queue.pass(Instant{600});
        queue.submit(rough_job(10, some_hours(1), some_hours(1), Instant{700}, 0));
        queue.submit(rough_job(10, some_hours(1), some_hours(1), Instant{800}, 1));
        queue.pass(Instant{600 + 7200});
        CHECK(queue.usage()[0] == 6.0 * 7200.0);
        return queue.jobs().front().user;
    };
    CHECK(first_of({1.0, 1.0}) == 1);
    CHECK(first_of({3.0, 1.0}) == 0);
}

TEST_CASE("usage of a rough queue decays", "[workload][unit]") {
    RoughQueue queue(10, {false, {0}, {1.0}, some_hours(1)});
    queue.submit(rough_job(1, Seconds{600}, Seconds{600}, Instant{0}));
    queue.pass(Instant{0});
    queue.pass(Instant{600});
    double const used = queue.usage().front();
    CHECK(used == 600.0);
    queue.pass(Instant{600 + 3600});
    CHECK(queue.usage().front() == 0.5 * used);
}
