// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/wait_log.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>

namespace clustersim {
namespace {

slurm::Job pending_job(std::uint32_t priority, slurm::Reason reason) {
    slurm::Job job;
    job.id = 7;
    job.priority = priority;
    job.reason = reason;
    return job;
}

}  // namespace

TEST_CASE("a wait is followed until the job starts", "[engine][unit]") {
    WaitLog log;
    std::size_t const number = log.watch(7, std::nullopt);
    log.look(number, pending_job(10, slurm::Reason::none), Instant{100});
    log.reason_changed(pending_job(10, slurm::Reason::priority), Instant{130});
    log.look(number, pending_job(12, slurm::Reason::priority), Instant{400});
    slurm::Job other = pending_job(99, slurm::Reason::resources);
    other.id = 8;
    log.reason_changed(other, Instant{450});
    slurm::Job job = pending_job(13, slurm::Reason::none);
    job.state = slurm::JobState::running;
    log.started(job, Instant{500});
    log.reason_changed(pending_job(1, slurm::Reason::resources), Instant{600});

    WaitCourse const& course = *log.course(number);
    REQUIRE(course.reasons.size() == 2);
    CHECK(course.reasons[0].at == Instant{100});
    CHECK(course.reasons[1].at == Instant{130});
    CHECK(course.reasons[1].reason == slurm::Reason::priority);
    REQUIRE(course.priorities.size() == 3);  // 130 is too close to 100
    CHECK(course.priorities.back().at == Instant{500});
    CHECK(course.priorities.back().priority == 13);
}

TEST_CASE("a long wait keeps a bounded number of priorities, with equal distances",
          "[engine][unit]") {
    WaitLog log;
    std::size_t const number = log.watch(7, std::nullopt);
    for (std::int64_t t = 0; t <= 1'000'000; t += 100)
        log.look(number,
                 pending_job(static_cast<std::uint32_t>(t), slurm::Reason::priority),
                 Instant{t});
    WaitCourse const& course = *log.course(number);
    CHECK(course.reasons.size() == 1);
    CHECK(course.priorities.size() < WaitLog::most_points);
    CHECK(course.priorities.size() > WaitLog::most_points / 4);
    CHECK(course.priorities.front().at == Instant{0});
    CHECK(course.priorities.back().at == Instant{1'000'000});
    CHECK(std::ranges::is_sorted(
        course.priorities, {}, [](PriorityPoint const& point) { return point.at.since_origin; }));
}

TEST_CASE("tasks of an array are followed in the array's record, then in their own",
          "[engine][unit]") {
    WaitLog log;
    std::size_t const third = log.watch(7, 3);
    std::size_t const fourth = log.watch(7, 4);
    slurm::Job array = pending_job(10, slurm::Reason::priority);
    array.array_id = 7;
    array.pending_tasks = {3, 4};
    log.reason_changed(array, Instant{100});
    slurm::Job task = pending_job(11, slurm::Reason::none);
    task.id = 9;
    task.array_id = 7;
    task.task = 3;
    task.state = slurm::JobState::running;
    log.started(task, Instant{500});
    array.pending_tasks = {4};
    array.reason = slurm::Reason::resources;
    log.reason_changed(array, Instant{600});
    CHECK(log.course(third)->reasons.size() == 1);
    CHECK(log.course(third)->priorities.back().at == Instant{500});
    REQUIRE(log.course(fourth)->reasons.size() == 2);
    CHECK(log.course(fourth)->reasons.back().at == Instant{600});
}

}  // namespace clustersim
