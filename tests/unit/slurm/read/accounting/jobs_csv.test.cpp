// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/jobs_csv.hpp"

#include "sim/slurm/request/sbatch_words.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/slurm/read/accounting/problem_lines.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Result<ImportedJobs> from_csv(std::string const& text) {
    ScratchFolder const folder;
    return read_jobs_csv(folder.write("jobs.csv", text));
}

}  // namespace

TEST_CASE("it reads the columns of a table of jobs, in any order", "[slurm_import][unit]") {
    auto const read = from_csv(
        "runtime_s,job_id,submit_s,user,nodes,cpus,gpus_per_node,timelimit_s,mem_mb,dependency,"
        "array,extra,name,exclusive,begin_s\n"
        "556;956;218,5,290.75,u4,1,64,a100:4,3601,16000,,0-17%2,,,,\n"
        "10,4,20,u3,2-4,8,,600,,\"afterok:3,singleton\",,--ntasks-per-node=2 --gres=gpu:1,\"a, "
        "\"\"b\"\"\",1,500\n");
    REQUIRE(read);
    REQUIRE(read->jobs.size() == 2);
    auto const& first = read->jobs[0].request;
    CHECK(first.number == 4);
    CHECK(first.min_nodes == 2);
    CHECK(first.max_nodes == 4);
    CHECK(first.ntasks_per_node == 2);
    CHECK(first.dependency.text == "afterok:3,singleton");
    CHECK(first.name == "a, \"b\"");
    CHECK(first.exclusive == Exclusive::whole_nodes);
    CHECK(first.begin == Instant{500});
    REQUIRE(first.gres.size() == 1);
    auto const& array = read->jobs[1].request;
    CHECK(array.submit == Instant{290});
    CHECK(array.ntasks_per_node == 1);
    CHECK(array.cpus_per_task == 64);
    CHECK(array.time_minutes == 61);
    CHECK(array.mem_per_node_mb == 16000);
    CHECK(array.array.text == "0-17%2");
    CHECK(array.run_times == std::vector<Seconds>{{556}, {956}, {218}});
    REQUIRE(array.gres.size() == 1);
    CHECK(array.gres[0].type == "a100");
    CHECK(array.gres[0].count == 4);
}

TEST_CASE("jobs that are written and read again are unchanged", "[slurm_import][unit]") {
    std::vector<std::string> const lines{
        "--uid=ann -N 2 -n 7 --mem-per-cpu=3G --time=90 --gpus=4 -J 'two words' --nice=-5",
        "--uid=bob -N 3-5 --ntasks-per-node=1 --gres=gpu:a100:2,fpga:1 --exclusive --array=1-9%3",
        "--uid=cid -n 12 --gpus-per-task=1 --mem-per-gpu=20G --constraint=[a|b] --time-min=30",
        "--uid=dan -N 1 --ntasks-per-node=8 --threads-per-core=1 --requeue --hold --contiguous",
        "--uid=eve -n 1 --no-requeue --switches=1@00:30:00 -w n[1-2],n4 -x n3 --licenses=m:2",
        "--uid=fay -n 1 --oversubscribe --spread-job --use-min-nodes --no-kill -m '*:block'",
        "--uid=gus -n 2 --mincpus=4 --core-spec=1 --tmp=9G --gres-flags=enforce-binding --mem=0",
        "--uid=hal -n 2 --exclusive=user --kill-on-invalid-dep=yes --dependency=afterok:1?after:2",
        "--uid=ivy -n 2 --cpus-per-gpu=3 --gpus-per-node=2 --time=0 --prefer=c --reservation=r"};
    std::vector<ImportedJob> jobs;
    for (std::string const& line : lines) {
        ImportedJob& job = jobs.emplace_back();
        job.request.number = static_cast<std::int64_t>(jobs.size());
        job.request.submit = Instant{static_cast<std::int64_t>(jobs.size()) * 10};
        job.request.run_times = {{60}, {70}};
        auto const reading = read_sbatch_line(line, Clock{}, job.request);
        INFO(line);
        REQUIRE(reading.problems == std::vector<std::string>{});
    }
    jobs[0].cancel = Instant{99};
    jobs[1].recorded = {Instant{5}, Instant{6}, "COMPLETED", "n[1-2]"};
    jobs[2].request.exit_code = 3;
    jobs[2].request.deadline = Instant{1000};
    std::string const text = write_jobs_csv(jobs);
    INFO(text);
    auto const read = from_csv(text);
    if (!read) FAIL(to_text(read.error()));
    CHECK(write_jobs_csv(read->jobs) == text);
    auto const& back = read->jobs;
    CHECK(back[0].request.mem_per_cpu_mb == 3072);
    CHECK(back[0].request.nice == -5);
    CHECK(back[0].cancel == Instant{99});
    CHECK(back[1].request.max_nodes == 5);
    CHECK(back[1].request.gres.size() == 2);
    CHECK(back[1].recorded.end == Instant{6});
    CHECK(back[1].recorded.nodes == "n[1-2]");
    CHECK(back[2].request.gres.at(0).scope == GresScope::per_task);
    CHECK(back[2].request.time_min_minutes == 30);
    CHECK(back[2].request.exit_code == 3);
    CHECK(back[3].request.ntasks_per_node == 8);
    CHECK(back[3].request.hold);
    CHECK(back[3].request.requeue == true);
    CHECK(back[4].request.requeue == false);
    CHECK(back[4].request.switches.wait == Seconds{1800});
    CHECK(back[4].request.exclude_list == "n3");
    CHECK(back[5].request.block_distribution);
    CHECK(back[6].request.mem_per_node_mb == 0);
    CHECK(back[7].request.exclusive == Exclusive::user);
    CHECK(back[8].request.time_minutes == 0);
}

TEST_CASE("it leaves out empty columns", "[slurm_import][unit]") {
    ImportedJob job;
    job.request.number = 1;
    job.request.run_times = {{60}};
    CHECK(write_jobs_csv(std::span(&job, 1)) == "job_id,submit_s,runtime_s\n1,0,60\n");
}

TEST_CASE("it reports all problems of a table with their places", "[slurm_import][unit]") {
    auto const read = from_csv("job_id,submit_s,ndoes,cpus,timelimit_s,exclusive,extra\n"
                               "1,x,1,-3,600,perhaps,--nosuch\n"
                               "1,5,1\n"
                               "1,5,1,1,6,,\n");
    REQUIRE(!read);
    CHECK(problem_lines(read.error()) ==
          std::vector<std::string>{"jobs.csv:1:17: unknown column \"ndoes\"",
                                   "jobs.csv:1:1: the column \"runtime_s\" is missing",
                                   "jobs.csv:2:3: submit_s is \"x\"",
                                   "jobs.csv:2:7: cpus is \"-3\"",
                                   "jobs.csv:2:14: exclusive is \"perhaps\"",
                                   "jobs.csv:2:22: extra: unrecognized option '--nosuch'",
                                   "jobs.csv:2:1: a job without runtime_s",
                                   "jobs.csv:3:1: 3 cells for 7 columns",
                                   "jobs.csv:4:1: the job_id 1 is already in line 2",
                                   "jobs.csv:4:1: a job without runtime_s"});
    CHECK(!from_csv("submit_s,runtime_s\n"));
}

TEST_CASE("a job without a submission and a doubled column are reported", "[slurm_import][unit]") {
    auto const empty = from_csv("submit_s,runtime_s\n,60\n5,60\n");
    REQUIRE(!empty);
    CHECK(problem_lines(empty.error()) ==
          std::vector<std::string>{"jobs.csv:2:1: a job without submit_s"});
    auto const twice = from_csv("submit_s,runtime_s,cpus,cpus\n0,60,1,2\n");
    REQUIRE(!twice);
    CHECK(problem_lines(twice.error()) ==
          std::vector<std::string>{"jobs.csv:1:25: there are two columns \"cpus\""});
}

TEST_CASE("a table with nothing but problems is not read to its end", "[slurm_import][unit]") {
    std::string text = "submit_s,runtime_s\n";
    for (int i = 0; i < 5000; ++i) text += "x,y\n";
    auto const read = from_csv(text);
    REQUIRE(!read);
    CHECK(read.error().items().size() < 1010);
}

TEST_CASE("jobs are read after a byte-order mark and with any line end", "[slurm_import][unit]") {
    for (std::string const end : {"\n", "\r\n", "\r"}) {
        auto const read = from_csv("\xEF\xBB\xBFsubmit_s,runtime_s" + end + "0,60" + end + "5,70");
        REQUIRE(read);
        CHECK(read->jobs.size() == 2);
    }
}

TEST_CASE("it refuses jobs that depend on themselves, on each other or on later ones",
          "[slurm_import][unit]") {
    auto const circles =
        from_csv("job_id,submit_s,runtime_s,dependency\n"
                 "1,0,60,afterok:2\n2,1,60,\"afterok:1,singleton\"\n3,2,60,afterany:3\n"
                 "4,9,60,after:5\n5,8,60,afternotok:2\n");
    REQUIRE(!circles);
    CHECK(problem_lines(circles.error()) ==
          std::vector<std::string>{
              "jobs.csv:2:1: job 1 depends on job 2, which is submitted after it",
              "jobs.csv:4:1: job 3 depends on itself"});
    auto const unknown = from_csv("job_id,submit_s,runtime_s,dependency\n1,0,60,afterok:9\n");
    REQUIRE(unknown);
    REQUIRE(unknown->notes.items().size() == 1);
    CHECK(unknown->notes.items()[0].message == "job 1 depends on job 9, which is not in the table");
}
