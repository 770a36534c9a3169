// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/read_job_table.hpp"

#include "sim/workload/swf_row.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

TEST_CASE("a table of jobs is read by the names of its columns", "[workload][unit]") {
    ScratchFolder const scratch;
    auto const file =
        scratch.write("jobs.csv",
                      "u_id,user,gpu_num,cpu_num,node_num,interval,run_time,wall_time\n"
                      "0,ann,0,32,2,5,100,3600\n"
                      "1,bob,4,0,4,10,50.5,0\n"
                      "2,bob,4,0,4,7,x,3600\n");
    auto const table = read_job_table(file, JobTableNeeds::any_size);
    REQUIRE(table);
    REQUIRE(table->jobs.size() == 2);
    PastJob const& first = table->jobs[0];
    CHECK(first.submit == Instant{5});
    CHECK(first.run() == Seconds{100});
    CHECK_FALSE(first.started());
    CHECK(first.gpus == 0);
    CHECK(first.nodes == 2);
    CHECK(first.limit == Seconds{3600});
    CHECK(table->user_of(first) == "ann");
    PastJob const& second = table->jobs[1];
    CHECK(second.submit == Instant{15});  // intervals add up
    CHECK(second.run() == Seconds{51});
    CHECK_FALSE(second.limit.has_value());
    CHECK_FALSE(table->notes.empty());
}

TEST_CASE("a table without sizes or submissions names all columns that are missing",
          "[workload][unit]") {
    ScratchFolder const scratch;
    auto const file = scratch.write("jobs.csv", "user,wall_time\nann,3600\n");
    auto const table = read_job_table(file, JobTableNeeds::any_size);
    REQUIRE_FALSE(table);
    CHECK(table.error().items().size() == 4);
    auto const gpus =
        read_job_table(scratch.write("n.csv", "submit,run_s,nodes\n1,1,1\n"), JobTableNeeds::gpus);
    REQUIRE_FALSE(gpus);
    CHECK(gpus.error().items().size() == 1);
}

TEST_CASE("a row of SWF gives wait, user and partition if it has them", "[workload][unit]") {
    SwfRow row{};
    CHECK(read_swf_row("1 10 5 100 16 -1 -1 32 3600 -1 1 7 2 -1 1 10 -1 -1", row) ==
          SwfRowFault::none);
    CHECK(row.wait == 5);
    CHECK(row.allocated == 16);
    CHECK(row.requested == 32);
    CHECK(row.user == 7);
    CHECK(row.partition == 10);
    SwfRow brief{};
    CHECK(read_swf_row("1 10 ? 100 16 -1 -1 32 3600", brief) == SwfRowFault::none);
    CHECK(brief.wait == -1);
    CHECK(brief.user == -1);
    CHECK(read_swf_row("1 10 5 100", brief) == SwfRowFault::too_few_fields);
    CHECK(read_swf_row("1 ten 5 100 16 -1 -1 32 3600", brief) == SwfRowFault::not_a_number);
}

TEST_CASE("the columns of Batsim and evalys are known", "[workload][unit]") {
    ScratchFolder const scratch;
    auto const file = scratch.write("jobs.csv",
                                    "job_id,submission_time,requested_number_of_resources,"
                                    "requested_time,starting_time,execution_time\n"
                                    "1,10.5,4,600,20,300\n"
                                    "2,11,2,-1,20,30\n");
    auto const table = read_job_table(file, JobTableNeeds::any_size);
    REQUIRE(table);
    CHECK(table->jobs[0].submit == Instant{10});
    CHECK(table->jobs[0].nodes == 4);
    CHECK(table->jobs[0].limit == Seconds{600});
    CHECK(table->jobs[0].run() == Seconds{300});
    CHECK_FALSE(table->jobs[1].limit.has_value());
}
