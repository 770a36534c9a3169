// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/event_file.hpp"

#include "sim/workload/recorded_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/slurm/read/accounting/problem_lines.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Result<ImportedJobs> from_events(std::string const& text) {
    ScratchFolder const folder;
    return read_event_file(folder.write("a.events", text));
}

}  // namespace

TEST_CASE("it reads submissions of the Buffalo simulator's event files", "[slurm_import][unit]") {
    auto const read = from_events(
        "# a comment\n"
        "-dt          10.50 -e submit_batch_job | -sim-walltime   84805.00 --uid=user001 -J "
        "jobid_00007 -N    2 -n     32 -t 3-00:00:00 -q general -p batch --gres=gpu:2 "
        "--gres=gpu:2 --mem=500G --exclusive=user --constraint=A pseudo.job\n"
        "\n"
        "-e submit_batch_job -dt 3 | --uid=ann -J other -n 1 -sim-walltime 9.25 a.job -sleep 9\n"
        "-dt 20 -e submit_batch_job | --uid=ann -n 1 a.job\n"
        "-dt 30 -e submit_batch_job | -sim-walltime -1 --uid=ann -n 1 a.job\n");
    REQUIRE(read);
    REQUIRE(read->jobs.size() == 4);
    auto const& early = read->jobs[0].request;
    CHECK(early.number == 4);
    CHECK(early.name == "other");
    CHECK(early.submit == Instant{3});
    CHECK(early.run_times == std::vector<Seconds>{{10}});
    auto const& job = read->jobs[1].request;
    CHECK(job.number == 7);
    CHECK(job.submit == Instant{10});
    CHECK(job.user == "user001");
    CHECK(job.min_nodes == 2);
    CHECK(job.ntasks == 32);
    CHECK(job.time_minutes == 4320);
    CHECK(job.qos == "general");
    CHECK(job.partition == "batch");
    CHECK(job.mem_per_node_mb == 512000);
    CHECK(job.exclusive == Exclusive::user);
    CHECK(job.constraint == "A");
    REQUIRE(job.gres.size() == 1);
    CHECK(job.gres[0].count == 2);
    CHECK(job.run_times == std::vector<Seconds>{{84805}});
    // What import events writes of it can be read again.
    CHECK(read->jobs[2].request.run_times.front() == longest_recorded_run);
    CHECK(read->jobs[3].request.run_times == read->jobs[2].request.run_times);
}

TEST_CASE("it reads cancellations of a job by name or number", "[slurm_import][unit]") {
    auto const read = from_events("-dt 1 -e submit_batch_job | -sim-walltime 9 -J jobid_1 x\n"
                                  "-dt 1 -e submit_batch_job | -sim-walltime 9 -J jobid_2 x\n"
                                  "-dt 1 -e submit_batch_job | -sim-walltime 9 -J jobid_3 x\n"
                                  "-dt 5.5 -e cancel_job | -J jobid_2\n"
                                  "-dt 6 -e cancel_job | jobid=3\n");
    REQUIRE(read);
    CHECK(!read->jobs[0].cancel);
    CHECK(read->jobs[1].cancel == Instant{5});
    CHECK(read->jobs[2].cancel == Instant{6});
}

TEST_CASE("it reports all problems of an event file with their lines", "[slurm_import][unit]") {
    auto const read = from_events("-dt 1 -e submit_batch_job -sim-walltime 9 x\n"
                                  "-dt soon -e submit_batch_job | -sim-walltime 9 x\n"
                                  "-dt 1 -e submit_batch_job | -sim-walltime long x\n"
                                  "-dt 1 -e reboot | x\n"
                                  "-dt 1 -e submit_batch_job | -sim-walltime 9 --nodez=3 x\n"
                                  "-dt 1 -e cancel_job | -J nobody\n"
                                  "-dt 1 -x -e submit_batch_job | -J jobid_8 x\n"
                                  "-dt 1 -e submit_batch_job | -J jobid_8 x\n"
                                  "-dt 1 -e submit_batch_job | -sim-walltime 1e300 x\n");
    REQUIRE(!read);
    CHECK(problem_lines(read.error()) ==
          std::vector<std::string>{"a.events:1:1: no | separates the event from its arguments",
                                   "a.events:2:1: -dt needs a number of seconds",
                                   "a.events:3:1: -sim-walltime is \"long\"",
                                   "a.events:4:1: there is no event \"reboot\"",
                                   "a.events:5:1: unrecognized option '--nodez'",
                                   "a.events:6:1: no job \"nobody\" was submitted before",
                                   "a.events:7:1: \"-x\" before the |",
                                   "a.events:8:1: the job number 8 appears twice",
                                   "a.events:9:1: -sim-walltime is \"1e300\""});
}
