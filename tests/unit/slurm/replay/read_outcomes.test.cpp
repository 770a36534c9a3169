// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/read_outcomes.hpp"

#include "sim/slurm/replay/outcomes.hpp"
#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr auto outcome_titles =
    "job_id,submit_s,start_s,end_s,state,nodelist,nnodes,ncpus,prio_last,"
    "partition,restarts,started_by,reason,user,ngpus\n";

Result<Past> read_outcome_text(std::string const& text) {
    ScratchFolder const folder;
    return read_outcomes_csv(folder.write("out.csv", text));
}

struct OutcomeProblem {
    int line = 0;
    int column = 0;
    std::string message;
};

std::vector<OutcomeProblem> outcome_problems(std::string const& text) {
    auto const read = read_outcome_text(text);
    REQUIRE_FALSE(read);
    std::vector<OutcomeProblem> found;
    for (Diagnostic const& one : read.error().items())
        found.push_back({one.where.line, one.where.column, one.message});
    return found;
}

}  // namespace

TEST_CASE("a table of outcomes is read as it was written", "[slurm_replay][unit]") {
    std::vector<ImportedJob> jobs(3);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        jobs[i].request.number = static_cast<std::int64_t>(i) + 5;
        jobs[i].request.submit = Instant{100 + static_cast<std::int64_t>(i)};
        jobs[i].request.user = "a,nn";
        jobs[i].request.ntasks = i == 2 ? 100 : 4;  // the last one is refused
        jobs[i].request.run_times = {{60}};
    }
    jobs[1].request.array = read_array("1-2");
    auto const site = std::make_shared<Site const>(plain_site(2, 4));
    auto const replayed = replay_jobs(site, jobs);
    auto const rows = read_outcome_text(write_outcomes_csv(replayed.jobs, *site));
    REQUIRE(rows);
    REQUIRE(rows->jobs.size() == replayed.jobs.size());
    for (std::size_t i = 0; i < rows->jobs.size(); ++i) {
        PastJob const& row = rows->jobs[i];
        ReplayedJob const& job = replayed.jobs[i];
        CHECK(row.id == job.number);
        CHECK(row.task == job.task.value_or(-1));
        CHECK(row.submit == job.submit);
        CHECK(row.start == job.start.value_or(Instant::never()));
        CHECK(row.end == job.end.value_or(Instant::never()));
        CHECK(row.cpus == job.cpus);
        CHECK(row.nodes == static_cast<std::int32_t>(job.nodes.size()));
        CHECK(rows->user_of(row) == "a,nn");
        CHECK(row.by_backfill == (job.started_by == StartedBy::backfill));
    }
    CHECK_FALSE(rows->jobs.back().started());
}

TEST_CASE("older tables name no users, and columns may have any order", "[slurm_replay][unit]") {
    auto const rows = read_outcome_text(
        "submit_s,job_id,start_s,end_s,state,nodelist,nnodes,ncpus,prio_last,partition,restarts,"
        "started_by,reason\n7,12_3,9,20,COMPLETED,n1,1,4,0,batch,0,backfill,None\n");
    REQUIRE(rows);
    CHECK(rows->jobs.front().id == 12);
    CHECK(rows->jobs.front().task == 3);
    CHECK(rows->user_of(rows->jobs.front()).empty());
    CHECK(rows->jobs.front().by_backfill);
    CHECK(rows->queue_of(rows->jobs.front()) == "batch");
}

TEST_CASE("other tables are refused with their first line", "[slurm_replay][unit]") {
    auto found = outcome_problems("job_id,submit_s,runtime_s\n1,2,3\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0].line == 1);
    CHECK(found[0].message == "this is no table of outcomes");
    CHECK(outcome_problems("id,submit,start,run,procs\n1,2,3,4,5\n").size() == 1);
    std::string misspelt = outcome_titles;
    misspelt.replace(misspelt.find("ncpus"), 5, "ncpu ");
    found = outcome_problems(misspelt + "1,2,3,4,COMPLETED,n1,1,1,0,b,0,main,None,u,0\n");
    REQUIRE(found.size() == 2);
    CHECK(found[0].line == 1);
    CHECK(found[0].column > 50);
    CHECK(outcome_problems("")[0].line == 0);
    CHECK(outcome_problems(outcome_titles)[0].message.find("holds no jobs") != std::string::npos);
}

TEST_CASE("every wrong cell is reported at its place", "[slurm_replay][unit]") {
    auto const found =
        outcome_problems(std::string(outcome_titles) +
                         "1,5,4,9,COMPLETED,n1,1,1,0,b,0,main,None,u,0\n"    // starts before
                         "2,5,6,5,COMPLETE,n1,-1,1,0,b,0,main,None,u,0\n"    // three mistakes
                         "2,5,6,9,COMPLETED,n1,1,1,0,b,0,mian,None,u,0\n"    // twice, misspelt
                         "x_1,5,6,9,COMPLETED,n1,1,1,0,b,0,main,None,u,0\n"  // no number
                         "4,5,6,9,COMPLETED,n1\n");
    std::vector<int> lines;
    for (OutcomeProblem const& one : found) lines.push_back(one.line);
    CHECK(lines == std::vector<int>{2, 3, 3, 3, 4, 4, 5, 6});
    CHECK(found[0].column == 5);
}

TEST_CASE("a table that ends within a line is incomplete", "[slurm_replay][unit]") {
    auto const found = outcome_problems(std::string(outcome_titles) +
                                        "1,5,6,9,COMPLETED,n1,1,1,0,b,0,main,None,u,0\n"
                                        "2,5,6,9,COMPLETED,n1,1,1,0,b,0,main,None,u,1");
    REQUIRE(found.size() == 1);
    CHECK(found[0].line == 3);
    CHECK(found[0].message == "the table ends within this line");
}
