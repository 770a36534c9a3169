// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/known_jobs.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>

namespace clustersim {

namespace {

constexpr std::int64_t unix_origin = 1'700'000'000;
constexpr Instant at_snapshot{50'000};

slurm::QueuedJob queued(std::int64_t id, std::int64_t submit, slurm::JobState state) {
    slurm::QueuedJob job;
    job.request.number = id;
    job.request.user = "ann";
    job.request.min_nodes = 2;
    job.request.time_minutes = 30;
    job.request.submit = Instant{submit};
    job.state = state;
    if (state != slurm::JobState::pending) job.start = Instant{submit + 100};
    if (is_final(state)) job.end = Instant{submit + 300};
    return job;
}

slurm::QueueSnapshot with_jobs(std::vector<slurm::QueuedJob> jobs) {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(4, 4);
    snapshot.origin = unix_origin;
    snapshot.queue.now = at_snapshot;
    snapshot.queue.jobs = std::move(jobs);
    return snapshot;
}

PastJob ended(std::int64_t id, std::int64_t submit) {
    PastJob job;
    job.id = id;
    job.submit = Instant{unix_origin + submit};
    job.start = job.submit + Seconds{60};
    job.end = job.start + Seconds{600};
    return job;
}

AskedStart new_job() {
    AskedStart asked;
    asked.request.user = "ann";
    asked.request.min_nodes = 4;
    asked.request.time_minutes = 10;
    return asked;
}

bool says(KnownJobs const& known, std::string_view part) {
    return std::ranges::any_of(
        known.notes, [&](std::string const& one) { return one.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("the past and the queue are merged by job id; a new job is the last one", "[forecast]") {
    using enum slurm::JobState;
    auto const snapshot = with_jobs(
        {queued(7, 41'000, completed), queued(8, 42'000, running), queued(9, 43'000, pending)});
    PastJobs past;
    past.ended.users.number("ann");
    past.ended.jobs = {ended(5, 30'000), ended(7, 41'000)};
    past.ended.known_until = Instant{unix_origin + 42'500};
    auto const known = known_jobs(snapshot, &past, new_job());
    REQUIRE(known.past.jobs.size() == 5);
    CHECK(known.notes.empty());
    CHECK(known.past.jobs[0].id == 5);
    CHECK(known.past.jobs[1].id == 7);
    CHECK(known.past.jobs[1].end == Instant{unix_origin + 41'300});  // as the snapshot says
    CHECK(known.past.jobs[2].end == Instant::never());
    CHECK(known.past.jobs[3].start == Instant::never());
    CHECK(known.asked == 4);
    CHECK(known.past.jobs[4].submit == Instant{snapshot.unix_now()});
    CHECK(known.past.jobs[4].size() == 4);
    CHECK(known.past.jobs[4].limit == Seconds{600});
    // After the end of the past only those are known that are still there.
    CHECK(known.past.known_until == Instant{unix_origin + 42'500});
    CHECK(known.past.user_of(known.past.jobs[0]) == "ann");
    // Without a past, that is so for all.
    Past const queue = known_jobs(snapshot, nullptr, new_job()).past;
    for (PastJob const& one : queue.jobs) CHECK(one.submit > queue.known_until);
}

TEST_CASE("a task that waits is a job of its own, and the asked one is found", "[forecast]") {
    using enum slurm::JobState;
    auto array = queued(20, 44'000, pending);
    array.array_id = 20;
    array.pending_tasks = {3, 4, 5};
    auto const snapshot = with_jobs({queued(9, 43'000, pending), array});
    AskedStart asked;
    asked.request = array.request;
    asked.record = 1;
    auto known = known_jobs(snapshot, nullptr, asked);
    REQUIRE(known.past.jobs.size() == 4);
    CHECK(known.asked == 1);
    asked.task = 5;
    CHECK(known_jobs(snapshot, nullptr, asked).asked == 3);
}

TEST_CASE("a past that does not fit the snapshot is said", "[forecast]") {
    using enum slurm::JobState;
    auto const snapshot = with_jobs({queued(7, 41'000, completed)});
    PastJobs past;
    past.name = "sacct.txt";
    past.ended.users.number("u0123");
    past.ended.jobs = {ended(5, -200'000), ended(7, 44'600)};
    past.ended.known_until = Instant{unix_origin - 200'000};
    auto const known = known_jobs(snapshot, &past, new_job());
    CHECK(says(known, "sacct.txt ends 2 d 21 h before the snapshot"));
    CHECK(says(known, "sacct.txt has no job of the user \"ann\""));
    CHECK(says(known, "were submitted 1 h later by sacct.txt"));
    CHECK(says(known, "TZ=UTC sacct"));
}

}  // namespace clustersim
