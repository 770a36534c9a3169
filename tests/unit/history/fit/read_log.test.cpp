// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/read_log.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

namespace {

LogQuestion of(std::filesystem::path const& file) {
    LogQuestion question;
    question.files = {file};
    return question;
}

constexpr auto table = "user,gpus,nodes,submit,run_s,wall_time,partition\n"
                       "ann,0,2,100,50,3600,cpu\n"
                       "bob,8,2,200,60,7200,gpu\n"
                       "bob,4,1,300,70,7200,gpu\n";

}  // namespace

TEST_CASE("a log in SWF has sizes in nodes, users, limits and waits", "[study][unit]") {
    ScratchFolder const scratch;
    auto question = of(scratch.write("a.swf",
                                     "; a comment\n"
                                     "1 10 5 100 33 -1 -1 16 3600 -1 1 7 2 -1 1 1 -1 -1\n"
                                     "2 20 0 0 16 -1 -1 16 3600 -1 1 8 2 -1 1 1 -1 -1\n"
                                     "3 30 2 40 16 -1 -1 16 -1 -1 1 8 2 -1 1 2 -1 -1\n"));
    question.cores_per_node = 16;
    question.size = SizeField::allocated;
    auto const log = read_log(question);
    REQUIRE(log);
    REQUIRE(log->past.jobs.size() == 2);
    CHECK(log->unit == SizeUnit::node);
    CHECK(log->past.jobs[0].nodes == 3);  // 33 processors of 16 a node
    CHECK(log->past.jobs[0].limit == Seconds{3600});
    CHECK(log->past.jobs[0].end == Instant{115});
    CHECK_FALSE(log->past.jobs[1].limit.has_value());
    CHECK(log->past.jobs[0].user != log->past.jobs[1].user);
    CHECK(log->users == 2);
    CHECK(log->waits);
    REQUIRE(log->left_out.size() == 1);
    CHECK(log->left_out[0].jobs == 1);  // ran for no time
    REQUIRE(log->files.size() == 1);
    CHECK(log->files[0].name == "a.swf");
    CHECK(log->files[0].sha256.size() == 64);
}

TEST_CASE("a table gives the jobs of a partition or with GPUs", "[study][unit]") {
    ScratchFolder const scratch;
    auto question = of(scratch.write("jobs.csv", table));
    CHECK(read_log(question)->past.jobs.size() == 3);
    question.jobs = FittedJobs::gpu;
    auto const gpu = read_log(question);
    REQUIRE(gpu->past.jobs.size() == 2);
    CHECK(gpu->past.jobs[0].nodes == 2);
    CHECK(gpu->users == 1);
    question.unit = SizeUnit::gpu;
    CHECK(read_log(question)->past.jobs[0].gpus == 8);
    question.jobs = FittedJobs::cpu;
    question.unit.reset();
    CHECK(read_log(question)->past.jobs.size() == 1);
    question.jobs = FittedJobs::all;
    question.partitions = {"gpu"};
    CHECK(read_log(question)->past.jobs.size() == 2);
}

TEST_CASE("the output of sacct and of import is read", "[study][unit]") {
    ScratchFolder const scratch;
    auto const sacct = read_log(of(scratch.write("dump.txt",
                                                 "JobIDRaw|User|Account|Partition|Submit|Start|End|"
                                                 "TimelimitRaw|ReqNodes|NNodes|ReqCPUS|State\n"
                                                 "1|ann|a|p|2024-01-31T12:00:00|2024-01-31T12:00:"
                                                 "10|2024-01-31T12:10:10|20|4|4|32|COMPLETED\n"
                                                 "2|bob|a|p|2024-01-31T12:00:05|2024-01-31T12:10:"
                                                 "05|2024-01-31T12:11:05|20|1|1|8|COMPLETED\n")));
    REQUIRE(sacct);
    REQUIRE(sacct->past.jobs.size() == 2);
    CHECK(sacct->past.jobs[0].nodes == 4);
    CHECK(sacct->past.jobs[0].run() == Seconds{600});
    CHECK(sacct->past.jobs[0].limit == Seconds{1200});
    CHECK(sacct->past.jobs[1].end == Instant{665});
    CHECK(sacct->users == 2);
    auto const jobs = read_log(of(scratch.write(
        "jobs.csv",
        "submit_s,user,nodes,gpus_per_node,timelimit_s,runtime_s\n0,u,2,4,3600,60;70\n")));
    REQUIRE(jobs);
    CHECK(jobs->past.jobs.size() == 2);  // the tasks of an array
    CHECK(jobs->past.jobs[0].nodes == 2);
}

TEST_CASE("what lies before a long gap is left out", "[study][unit]") {
    ScratchFolder const scratch;
    auto const log = read_log(
        of(scratch.write("t.csv", "submit,run_s,gpus\n0,9,1\n1000000,9,1\n1000010,9,2\n")));
    REQUIRE(log);
    CHECK(log->unit == SizeUnit::gpu);
    CHECK(log->users == 0);
    CHECK(log->past.jobs.size() == 2);
    REQUIRE(log->left_out.size() == 1);
    CHECK(log->left_out[0].why == "before or after a gap of more than two days");
}

TEST_CASE("every problem of the logs is reported at once", "[study][unit]") {
    ScratchFolder const scratch;
    LogQuestion question = of(scratch.path() / "none.swf");
    question.files.push_back("-");
    question.files.push_back(scratch.write("bad.csv", "who,what\n1,2\n"));
    auto const bad = read_log(question);
    REQUIRE_FALSE(bad);
    CHECK(bad.error().items().size() == 6);
    question = of(scratch.write("jobs.csv", table));
    question.partitions = {"gpus", "other"};
    auto const unknown = read_log(question);
    REQUIRE_FALSE(unknown);
    REQUIRE(unknown.error().items().size() == 2);
    CHECK(unknown.error().items()[0].help.find("\"gpu\"") != std::string::npos);
    question.partitions = {"cpu"};
    question.jobs = FittedJobs::gpu;
    auto const none = read_log(question);
    REQUIRE_FALSE(none);
    CHECK(none.error().items().back().help.find("2 of other partitions; 1 without GPUs") !=
          std::string::npos);
}
