// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/simulation.hpp"
#include "sim/workload/swf.hpp"
#include "tests/support/catch.hpp"

#include <fstream>
#include <map>
#include <sstream>

using namespace clustersim;

TEST_CASE("replay starts every job of the synthetic workload when the reference does",
          "[engine][unit]") {
    constexpr std::int32_t processors = 400;
    std::string const folder = TEST_DATA_DIR "/replay/";
    auto const trace = read_swf(folder + "synthetic.swf.gz", {.processors = processors});
    REQUIRE(trace);
    std::map<std::string, std::map<std::int64_t, std::int64_t>> expected;  // policy -> id -> start
    std::ifstream csv(folder + "starts-400.csv");
    std::string line;
    std::getline(csv, line);
    REQUIRE(line == "id,fcfs,easy,conservative");
    while (std::getline(csv, line)) {
        std::istringstream fields(line);
        std::int64_t id = 0;
        char comma = ' ';
        fields >> id;
        for (auto const* policy : {"fcfs", "easy", "conservative"})
            fields >> comma >> expected[policy][id];
    }
    auto const policy = GENERATE("fcfs", "easy", "conservative");
    Simulation simulation({.nodes = processors}, *find_policy(policy), trace->jobs);
    simulation.run();
    std::map<std::int64_t, std::int64_t> got;
    for (JobRecord const& record : simulation.records()) got[record.id] = record.start.since_origin;
    CHECK(got.size() == 300);
    CHECK(got == expected[policy]);
}
