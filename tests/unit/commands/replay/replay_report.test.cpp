// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replay_report.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <iterator>
#include <vector>

using namespace clustersim;

namespace {

std::vector<JobRecord> const records{
    {.id = 7, .submit = {10}, .start = {10}, .end = {110}, .nodes = 2, .units = 1},
    {.id = 9, .submit = {20}, .start = {110}, .end = {140}, .nodes = 1, .units = 4},
};

ReplaySummary summary() {
    return {.trace = "a \"b\".swf",
            .policy = "easy",
            .processors = 4,
            .metrics = metrics_of(records, 4)};
}

}  // namespace

TEST_CASE("the JSON of a replay has the names that programs read", "[report][unit]") {
    CHECK(print_replay(summary(), Format::json) == R"({
  "schema": "clustersim/replay/1",
  "trace": "a \"b\".swf",
  "policy": "easy",
  "processors": 4,
  "jobs": 2,
  "mean_wait_s": 45.0,
  "median_wait_s": 0,
  "p95_wait_s": 90,
  "max_wait_s": 90,
  "mean_bounded_slowdown": 2.5,
  "makespan_s": 130,
  "utilization": 0.6153846153846154
}
)");
}

TEST_CASE("the CSV of a replay is one row under the same names", "[report][unit]") {
    CHECK(print_replay(summary(), Format::csv) ==
          "trace,policy,processors,jobs,mean_wait_s,median_wait_s,p95_wait_s,max_wait_s,"
          "mean_bounded_slowdown,makespan_s,utilization\n"
          "\"a \"\"b\"\".swf\",easy,4,2,45.0,0,90,90,2.5,130,0.6153846153846154\n");
}

TEST_CASE("the table of a replay is readable by people", "[report][unit]") {
    std::string const text = print_replay(summary(), Format::table);
    CHECK(text.find("mean wait") != std::string::npos);
    CHECK(text.find("61.5 %") != std::string::npos);
    CHECK(print_replay(summary(), Format::markdown).front() == '|');
}

TEST_CASE("starts are written one row a job, sizes in units", "[report][unit]") {
    ScratchFolder const scratch;
    auto const path = scratch.path() / "starts.csv";
    REQUIRE(write_starts(path, records));
    std::ifstream stream(path);
    std::string const text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    CHECK(text == "id,submit,start,run,procs\n7,10,10,100,2\n9,20,110,30,4\n");
}
