// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/learned_start.hpp"

#include "sim/commands/forecast/trust.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/history/waits/job_cases.hpp"
#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace clustersim {

namespace {

constexpr std::int64_t one_day_s = 86'400;
constexpr std::int64_t first_day = 19'000 * one_day_s;
constexpr Instant snapshot_at{40 * one_day_s};

/// Forty days with a job every half hour, whose waits grow with its size; all ended by the snapshot.
PastJobs forty_days(std::int64_t days = 40) {
    RandomStream random(3, "past waits");
    PastJobs past;
    past.name = "sacct.txt";
    for (std::int64_t i = 0; i < days * 48; ++i) {
        PastJob job;
        job.id = 1 + i;
        job.user = past.ended.users.number("ann");
        job.nodes = std::int32_t{1} << random.uniform_int(6);
        job.limit = Seconds{3600};
        job.submit = Instant{first_day + (40 - days) * one_day_s + i * 1800};
        job.start =
            job.submit +
            Seconds{static_cast<std::int64_t>(30.0 * job.size() * std::exp(0.5 * random.normal()))};
        job.end = job.start + Seconds{600};
        past.ended.jobs.push_back(job);
    }
    past.ended.known_until = Instant{first_day} + (snapshot_at - Instant{});
    return past;
}

slurm::QueueSnapshot waiting_for(std::int64_t waited) {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(64, 4);
    snapshot.cluster = "tiny";
    snapshot.origin = first_day;
    snapshot.queue.now = snapshot_at;
    slurm::QueuedJob job;
    job.request.number = 9'000'000;
    job.request.user = "ann";
    job.request.min_nodes = 16;
    job.request.time_minutes = 60;
    job.request.submit = snapshot_at - Seconds{waited};
    snapshot.queue.jobs = {job};
    return snapshot;
}

PastQuestion asked_of(slurm::QueueSnapshot const& snapshot, PastJobs const* past) {
    PastQuestion question{
        .snapshot = snapshot, .past = past, .model = nullptr, .asked = {}, .by = {}};
    question.asked.request = snapshot.queue.jobs.front().request;
    question.asked.record = 0;
    return question;
}

/// Fits that take a fraction of a second.
LearningOptions few_rounds(unsigned workers = 1) {
    LearningOptions options;
    options.trees.rounds = 40;
    options.trees.learning_rate = 0.2;
    options.work.workers = workers;
    return options;
}

LearnedStart start_of(PastQuestion const& question,
                      LearningOptions const& learning = few_rounds()) {
    auto const found = ask_the_past(question, learning);
    REQUIRE(found);
    REQUIRE(found->start);
    return *found->start;
}

}  // namespace

TEST_CASE("trees know that large jobs wait longer, and the range is later the longer one waited",
          "[forecast]") {
    PastJobs const past = forty_days();
    auto const fresh = waiting_for(0);
    LearnedStart const start = start_of(asked_of(fresh, &past));
    CHECK(start.basis == WaitBasis::trees);
    CHECK(start.median.count > 240);
    CHECK(start.median.count < 1000);
    CHECK(start.low < start.median);
    CHECK(start.median < start.high);
    CHECK(start.score.held > 0.85);
    CHECK(start.score.held < 0.95);
    std::int64_t last = start.high.count;
    for (std::int64_t const waited : {60, 300, 600, 900}) {
        auto const later = waiting_for(waited);
        LearnedStart const one = start_of(asked_of(later, &past));
        CHECK(one.low >= Seconds{0});
        CHECK(one.waited.count == waited);
        CHECK(one.high.count + waited >= last);
        CHECK(one.waits <= start.waits);
        last = one.high.count + waited;
    }
}

TEST_CASE("the chance to start by a time follows the range", "[forecast]") {
    PastJobs const past = forty_days();
    auto const snapshot = waiting_for(300);
    auto question = asked_of(snapshot, &past);
    LearnedStart const start = start_of(question);
    auto const chance = [&](Seconds wait) {
        question.by = snapshot_at + wait;
        return *start_of(question).chance_by;
    };
    CHECK(chance(Seconds{-10}) == 0.0);
    CHECK(chance(start.median) == Approx(0.5).margin(0.05));
    CHECK(chance(start.high) == Approx(0.95).margin(0.05));
    CHECK(chance(Seconds{1'000'000}) == 1.0);
}

TEST_CASE("without enough waits for trees there are bounds, and without any there is nothing",
          "[forecast]") {
    auto const snapshot = waiting_for(0);
    PastJobs const days = forty_days(5);
    auto const question = asked_of(snapshot, &days);
    auto const bound = ask_the_past(question, few_rounds());
    REQUIRE(bound);
    REQUIRE(bound->start);
    CHECK(bound->start->basis == WaitBasis::bound);
    CHECK(bound->why_not == "240 waits ended; trees need 480, which fill their leaves");
    CHECK(whom_to_trust(*bound).find("the later end of both") == 0);
    PastJobs nothing = forty_days(1);
    auto const none = ask_the_past(asked_of(snapshot, &nothing), few_rounds());
    REQUIRE(none);
    CHECK_FALSE(none->start);
    CHECK(whom_to_trust(*none).find("the simulation: it is the only answer (48 waits ended") == 0);
    auto const unknown = ask_the_past(asked_of(snapshot, nullptr), few_rounds());
    REQUIRE(unknown);
    CHECK(unknown->why_not.find("--history") != std::string::npos);
}

TEST_CASE("a job that waits longer than any before has no learned range", "[forecast]") {
    PastJobs const past = forty_days();
    auto const snapshot = waiting_for(30 * one_day_s);
    auto const found = ask_the_past(asked_of(snapshot, &past), few_rounds());
    REQUIRE(found);
    CHECK_FALSE(found->start);
    CHECK(found->why_not.find("none of the past waits with a similar forecast were longer than the "
                              "30 d") == 0);
}

TEST_CASE("any number of workers and a stored model give the same answer", "[forecast]") {
    PastJobs const past = forty_days();
    auto const snapshot = waiting_for(120);
    auto question = asked_of(snapshot, &past);
    LearnedStart const one = start_of(question);
    LearnedStart const three = start_of(question, few_rounds(3));
    CHECK(std::pair(one.low, one.high) == std::pair(three.low, three.high));

    WaitNames names;
    auto const known = known_jobs(snapshot, &past, question.asked);
    auto const cases = cases_of(
        known.past, *features_of(known.past, names, few_rounds(), known.asked), names, known.asked);
    auto const learned = learn_waits(cases, names, Instant{snapshot.unix_now()}, few_rounds());
    REQUIRE(learned);
    REQUIRE(learned->model);
    question.model = &*learned->model;
    LearnedStart const stored = start_of(question);
    CHECK(std::pair(one.low, one.median) == std::pair(stored.low, stored.median));
    CHECK(one.high == stored.high);
    CHECK(one.score.held == stored.score.held);
}

TEST_CASE("a model of another cluster is refused", "[forecast]") {
    PastJobs past = forty_days();
    for (PastJob& job : past.ended.jobs) job.queue = past.ended.queues.number("elsewhere");
    WaitNames names;
    auto const snapshot = waiting_for(0);
    auto question = asked_of(snapshot, &past);
    auto const features = features_of(past.ended, names, few_rounds());
    auto const cases = cases_of(past.ended, *features, names);
    auto const learned = learn_waits(cases, names, Instant{snapshot.unix_now()}, few_rounds());
    REQUIRE(learned);
    REQUIRE(learned->model);
    question.model = &*learned->model;
    auto const found = ask_the_past(question, few_rounds());
    REQUIRE_FALSE(found);
    CHECK(found.error().items().front().message.find("is of another cluster") != std::string::npos);
}

}  // namespace clustersim
