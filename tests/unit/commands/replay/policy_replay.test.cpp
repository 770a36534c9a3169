// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/policy_replay.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

namespace {

SwfTrace two_jobs_on_one_processor() {
    SwfTrace trace;
    for (std::int64_t const id : {1, 2}) {
        Job job;
        job.id = id;
        job.nodes = 1;
        job.units = 1;
        job.run = job.requested = Seconds{100};
        trace.jobs.push_back(job);
    }
    return trace;
}

}  // namespace

TEST_CASE("a replay gives each job's record and the summary of all", "[study][unit]") {
    auto const answer =
        replay_under_policy({.trace = "t.swf", .processors = 1, .policy = find_policy("fcfs")},
                            two_jobs_on_one_processor(),
                            {});
    REQUIRE(answer);
    REQUIRE(answer->records.size() == 2);
    CHECK(answer->records[1].start == Instant{100});
    CHECK(answer->summary.trace == "t.swf");
    CHECK(answer->summary.policy == "fcfs");
    CHECK(answer->summary.metrics.jobs == 2);
    CHECK(answer->summary.metrics.mean_wait_s == 50);
}

TEST_CASE("an interrupted replay has no answer", "[study][unit]") {
    SwfTrace trace;
    for (std::int64_t id = 1; id <= 20'000; ++id) {
        Job job;
        job.id = id;
        job.submit = Instant{id};
        job.nodes = 1;
        job.units = 1;
        job.run = job.requested = Seconds{1};
        trace.jobs.push_back(job);
    }
    CHECK_FALSE(
        replay_under_policy({.trace = "t.swf", .processors = 1, .policy = find_policy("easy")},
                            trace,
                            {.interrupted = [] { return true; }}));
}

TEST_CASE("a trace in a file is read and replayed", "[study][unit]") {
    ScratchFolder const folder;
    PolicyReplayQuestion question;
    question.trace = folder.write("t.swf",
                                  "1 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n"
                                  "2 0 -1 100 1 -1 -1 1 100 -1 1 1 1 -1 1 -1 -1 -1\n");
    question.policy = "fcfs";
    auto const found = replay_trace(question, {});
    REQUIRE(found.answer);
    CHECK(found.answer->summary.metrics.mean_wait_s == 50);
    question.policy = "no-such-policy";
    CHECK_FALSE(replay_trace(question, {}).answer);
    CHECK(replay_trace(question, {}).problems.has_errors());
}
