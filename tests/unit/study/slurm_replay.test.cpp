// SPDX-License-Identifier: Apache-2.0
#include "sim/study/slurm_replay.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>

using namespace clustersim;

namespace {

constexpr char const* header = "job_id,submit_s,runtime_s,user,nodes,cpus,timelimit_s,dependency,"
                               "exit_code,recorded_start_s\n";

Result<SlurmReplayInput> input_of(std::string const& rows,
                                  PlainCluster const& cluster,
                                  SwfOptions const& swf = {},
                                  std::string const& name = "jobs.csv") {
    ScratchFolder const folder;
    std::ofstream(folder.path() / name) << rows;
    return read_slurm_replay({.trace = folder.path() / name,
                              .kind = TraceKind::by_name,
                              .swf = swf,
                              .site = cluster,
                              .policy = {}});
}

Code code_of(Result<SlurmReplayInput> const& input) {
    REQUIRE_FALSE(input);
    return input.error().items().front().code;
}

}  // namespace

TEST_CASE("a trace under Slurm gives records of what ran and counts of all", "[study][unit]") {
    auto const input = input_of(std::string(header) + "1,0,60,ann,1,1,600,,1,10\n"
                                                      "2,5,60,ann,1,1,600,afterok:1,,\n"
                                                      "3,6,60,ann,1,1,600,,,26\n",
                                {.nodes = 1, .cores = 1});
    REQUIRE(input);
    auto const answer = replay_under_slurm(*input, "jobs.csv");
    REQUIRE(answer);
    CHECK(answer->jobs.size() == 3);
    REQUIRE(answer->records.size() == 2);
    CHECK(answer->records[1].id == 3);
    CHECK(answer->records[1].start >= answer->records[0].end);
    REQUIRE(answer->counts.waiting.size() == 1);
    CHECK(answer->counts.waiting.front().first == 2);
    REQUIRE(answer->summary);
    CHECK(answer->summary->processors == 1);
    CHECK(answer->summary->metrics.jobs == 2);
    // Recorded: 10 s and 20 s.
    CHECK(answer->summary->recorded_mean_wait_s == 15.0);
}

TEST_CASE("a trace without a started job has no summary", "[study][unit]") {
    auto const input =
        input_of(std::string(header) + "1,0,60,ann,9,1,600,,,\n", {.nodes = 2, .cores = 1});
    REQUIRE(input);
    auto const answer = replay_under_slurm(*input, "jobs.csv");
    REQUIRE(answer);
    CHECK(answer->records.empty());
    CHECK_FALSE(answer->summary);
}

TEST_CASE("only the jobs asked for are replayed", "[study][unit]") {
    std::string const rows = std::string(header) + "1,0,60,ann,1,1,600,,,\n"
                                                   "2,5,60,ann,1,1,600,,,\n"
                                                   "3,6,60,ann,1,1,600,,,\n";
    SwfOptions options;
    options.from = Instant{5};
    options.first = 1;
    auto const input = input_of(rows, {.nodes = 2, .cores = 1}, options);
    REQUIRE(input);
    REQUIRE(input->jobs.jobs.size() == 1);
    CHECK(input->jobs.jobs.front().request.number == 2);
    options.from = Instant{100};
    CHECK(code_of(input_of(rows, {.nodes = 2, .cores = 1}, options)) == Code::no_jobs);
}

TEST_CASE("a trace's kind is known by its name", "[study][unit]") {
    // Field 5 is the size, 9 the requested time.
    auto const swf = input_of("1 0 -1 60 3 -1 -1 3 600 -1 1 1 1 -1 -1 -1 -1 -1\n",
                              {.nodes = 2, .cores = 2},
                              {},
                              "trace.swf");
    REQUIRE(swf);
    CHECK(swf->jobs.jobs.front().request.ntasks == 3);
    auto const events = input_of(
        "-dt 1.5 -e submit_batch_job | -sim-walltime 60 --uid=ann -J jobid_7 -n 8 -t 10 x\n",
        {.nodes = 2, .cores = 4},
        {},
        "a.events");
    REQUIRE(events);
    CHECK(events->jobs.jobs.front().request.number == 7);
}

TEST_CASE("a cluster larger than any real one is refused", "[study][unit]") {
    CHECK(code_of(input_of(std::string(header) + "1,0,60,ann,1,1,600,,,\n",
                           {.nodes = 1'000'000, .cores = 4096})) == Code::out_of_range);
}

TEST_CASE("a trace that spans decades is refused with the jobs at its ends", "[study][unit]") {
    auto const input = input_of(std::string(header) + "1,5000,60,ann,1,1,600,,,\n"
                                                      "2,2147483648,60,ann,1,1,600,,,\n"
                                                      "3,0,60,ann,1,1,600,,,\n",
                                {.nodes = 1, .cores = 1});
    CHECK(code_of(input) == Code::out_of_range);
    CHECK(input.error().items().front().message == "job 2 is submitted 68 years after job 3");
    CHECK(input_of(std::string(header) + "1,0,60,ann,1,1,600,,,\n"
                                         "2,300000000,60,ann,1,1,600,,,\n",
                   {.nodes = 1, .cores = 1}));
}

TEST_CASE("a begin time or a cancellation in another century is refused like a submission",
          "[study][unit]") {
    auto const message = [](std::string const& column) {
        auto const input = input_of("submit_s,runtime_s,nodes," + column + "\n0,60,1,10000000000\n",
                                    {.nodes = 1, .cores = 1});
        REQUIRE_FALSE(input.has_value());
        return input.error().items().front().message;
    };
    CHECK(message("begin_s") == "job 1 begins 317 years after job 1 is submitted");
    CHECK(message("cancel_s") == "job 1 is cancelled 317 years after job 1 is submitted");
}
