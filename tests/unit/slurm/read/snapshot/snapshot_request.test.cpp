// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_request.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm {

namespace {

struct ReadRequest {
    JobRequest request;
    std::vector<std::string> ignored;
};

ReadRequest request_in(std::string const& words) {
    NamedText const text{"jobs.txt", words};
    ReadRequest out;
    out.request = request_of(words_lines(text).front(),
                             [&](std::string_view key) { out.ignored.emplace_back(key); });
    return out;
}

}  // namespace

TEST_CASE("a pending job has the nodes that it asked for, and a range only if it asked for one",
          "[snapshot]") {
    auto const asked = request_in("JobState=PENDING NumNodes=4-4 NumTasks=4 "
                                  "NtasksPerN:B:S:C=1:0:*:* TimeLimit=1-02:00:00")
                           .request;
    CHECK(asked.min_nodes == 4);
    CHECK(asked.max_nodes == 4);
    CHECK_FALSE(asked.ntasks);  // the product of the two
    CHECK(asked.ntasks_per_node == 1);
    CHECK(asked.time_minutes == 26 * 60);
    auto const estimate = request_in("JobState=PENDING NumNodes=2 NumTasks=6 CPUs/Task=8").request;
    CHECK_FALSE(estimate.min_nodes);
    CHECK(estimate.ntasks == 6);
    CHECK(estimate.cpus_per_task == 8);
}

TEST_CASE("devices are read as old and new releases print them", "[snapshot]") {
    for (auto const* const words : {"TresPerNode=gres:gpu:a100:4", "TresPerNode=gres/gpu:a100:4"}) {
        auto const gres = request_in(words).request.gres;
        REQUIRE(gres.size() == 1);
        CHECK(gres[0].name == "gpu");
        CHECK(gres[0].type == "a100");
        CHECK(gres[0].count == 4);
        CHECK(gres[0].scope == GresScope::per_node);
    }
    auto const per_task =
        request_in("TresPerTask=cpu=8,gres/gpu=1 MemPerTres=gres:gpu:30000 MinMemoryNode=0")
            .request;
    REQUIRE(per_task.gres.size() == 1);
    CHECK(per_task.gres[0].scope == GresScope::per_task);
    CHECK(per_task.mem_per_gpu_mb == 30000);
    CHECK_FALSE(per_task.mem_per_node_mb);
}

TEST_CASE("what Slurm adds to a dependency is removed", "[snapshot]") {
    CHECK(request_in("Dependency=afterok:12_*(unfulfilled),afterany:13(unfulfilled)")
              .request.dependency.text == "afterok:12,afterany:13");
}

TEST_CASE("values that are not understood are named and nothing is made of them", "[snapshot]") {
    auto const read = request_in("NumTasks=many TimeLimit=soon MinMemoryNode=lots");
    CHECK(read.ignored == std::vector<std::string>{"NumTasks", "MinMemoryNode", "TimeLimit"});
    CHECK_FALSE(read.request.ntasks);
    CHECK_FALSE(read.request.time_minutes);
}

}  // namespace clustersim::slurm
