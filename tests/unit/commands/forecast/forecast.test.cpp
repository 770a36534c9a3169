// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>

namespace clustersim {

namespace {

constexpr Instant now{100'000};

slurm::QueuedJob job_of(std::int64_t id, std::int32_t nodes, std::int64_t minutes) {
    slurm::QueuedJob job;
    job.request.number = id;
    job.request.user = "ann";
    job.request.min_nodes = job.request.max_nodes = nodes;
    job.request.exclusive = slurm::Exclusive::whole_nodes;
    job.request.time_minutes = minutes;
    job.request.submit = now - Seconds{3600};
    job.eligible = job.request.submit;
    job.priority = static_cast<std::uint32_t>(1'000'000 - id);
    return job;
}

/// Four nodes, all of them held by job 1, which has run for half of its hour; job 2 waits.
slurm::QueueSnapshot small_queue() {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(4, 4);
    snapshot.cluster = "tiny";
    snapshot.queue.now = now;
    snapshot.phases.backfill = (now.since_origin - 10) * 1000;
    auto running = job_of(1, 4, 60);
    running.state = slurm::JobState::running;
    running.start = now - Seconds{1800};
    running.cpus = 16;
    for (std::int32_t node = 0; node < 4; ++node) running.nodes.push_back({node, {}, {}, {}});
    auto waiting = job_of(2, 2, 60);
    waiting.reason = slurm::Reason::resources;
    snapshot.queue.jobs = {running, waiting};
    return snapshot;
}

ForecastQuestion question_of(std::int32_t job) {
    ForecastQuestion question;
    question.target = QueuedTarget{job, {}};
    question.samples = 40;
    question.later_jobs = false;
    question.horizon = Horizon::days(1);
    return question;
}

}  // namespace

TEST_CASE("a job starts when the job before it ends, between now and its limit", "[forecast]") {
    auto const snapshot = small_queue();
    auto question = question_of(2);
    question.by = now + Seconds{900};
    auto const answer = forecast(snapshot, question, {});
    REQUIRE(answer);
    CHECK(answer->asked.started == 1.0);
    REQUIRE(answer->asked.low);
    REQUIRE(answer->asked.high);
    CHECK(*answer->asked.low < *answer->asked.median);
    CHECK(*answer->asked.median < *answer->asked.high);
    // The limit ends within half an hour; slurmctld looks every 30 s and starts jobs seconds later.
    CHECK(answer->asked.high->count <= 1800 + 60);
    CHECK(answer->reason_now == "Resources");
    REQUIRE(answer->asked.chance_by);
    CHECK(*answer->asked.chance_by > 0.2);
    CHECK(*answer->asked.chance_by < 0.8);
    // Nothing is known of past run times: the range is wider and says so.
    CHECK(answer->low_share == 0.01);
    CHECK(std::ranges::any_of(answer->notes, [](std::string const& one) {
        return one.find("1 % to 99 %") != std::string::npos;
    }));
}

TEST_CASE("any number of workers gives the same forecast", "[forecast]") {
    auto const snapshot = small_queue();
    auto question = question_of(2);
    auto const one = forecast(snapshot, question, {});
    auto const four = forecast(snapshot, question, {.workers = 4});
    REQUIRE(one);
    REQUIRE(four);
    CHECK(one->asked.waits == four->asked.waits);
    question.seed = 2;
    auto const other = forecast(snapshot, question, {});
    REQUIRE(other);
    CHECK(one->asked.waits != other->asked.waits);
}

TEST_CASE("a running, a held and an unknown job need no simulation", "[forecast]") {
    auto snapshot = small_queue();
    auto const running = forecast(snapshot, question_of(1), {});
    REQUIRE(running);
    CHECK(running->running_since == Seconds{1800});
    snapshot.queue.jobs[1].held = true;
    snapshot.queue.jobs[1].priority = 0;
    snapshot.queue.jobs[1].reason = slurm::Reason::held_user;
    auto const held = forecast(snapshot, question_of(2), {});
    REQUIRE(held);
    REQUIRE(held->no_start);
    CHECK(held->no_start->find("JobHeldUser") != std::string::npos);
    auto const unknown = forecast(snapshot, question_of(77), {});
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().items().front().message == "job 77 is not in the queue of tiny");
}

TEST_CASE("a dependent job waits for the other to end", "[forecast]") {
    auto snapshot = small_queue();
    auto dependent = job_of(3, 1, 10);
    dependent.request.dependency = slurm::read_dependency("afterany:2");
    dependent.reason = slurm::Reason::dependency;
    dependent.eligible.reset();
    snapshot.queue.jobs.push_back(dependent);
    auto const answer = forecast(snapshot, question_of(3), {});
    auto const before = forecast(snapshot, question_of(2), {});
    REQUIRE(answer);
    REQUIRE(before);
    for (std::size_t i = 0; i < answer->asked.waits.size(); ++i)
        CHECK(*answer->asked.waits[i] > *before->asked.waits[i]);
    CHECK(answer->asked.reasons.front().reason == "Dependency");
}

TEST_CASE("a new job goes behind those that wait, and a smaller one starts sooner", "[forecast]") {
    auto snapshot = small_queue();
    // Two of the four nodes are free; job 2 wants all of them.
    snapshot.queue.jobs[0].nodes.resize(2);
    snapshot.queue.jobs[0].cpus = 8;
    snapshot.queue.jobs[1].request.min_nodes = snapshot.queue.jobs[1].request.max_nodes = 4;
    auto question = question_of(2);
    slurm::JobRequest request;
    request.user = "eve";
    request.min_nodes = request.max_nodes = 2;
    request.exclusive = slurm::Exclusive::whole_nodes;
    request.time_minutes = 80;  // longer than the half hour that is left
    question.target = request;
    auto const answer = forecast(snapshot, question, {});
    REQUIRE(answer);
    CHECK(answer->subject == "a new job");
    REQUIRE_FALSE(answer->alternatives.empty());
    // A quarter of the time fits before job 2 can start.
    CHECK(answer->alternatives.front().request == "2 nodes, 20:00");
    CHECK(answer->alternatives.front().sooner == 1.0);
}

TEST_CASE("a job that Slurm would refuse is refused with Slurm's words", "[forecast]") {
    auto const snapshot = small_queue();
    auto question = question_of(2);
    slurm::JobRequest request;
    request.user = "eve";
    request.partition = "nowhere";
    question.target = request;
    auto const answer = forecast(snapshot, question, {});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().items().front().message.find("Slurm would refuse the job") == 0);
    CHECK(answer.error().fault() == Fault::impossible);
}

TEST_CASE("unknown past usage keeps the present order and is said", "[forecast]") {
    auto snapshot = small_queue();
    snapshot.queue.usage_known = false;
    snapshot.notes.emplace_back("past usage is hidden");
    auto const answer = forecast(snapshot, question_of(2), {});
    REQUIRE(answer);
    CHECK(answer->notes.front() == "past usage is hidden");
    CHECK(answer->high_share == 0.99);
}

}  // namespace clustersim
