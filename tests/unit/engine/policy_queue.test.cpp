// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/policy_queue.hpp"

#include "tests/support/catch.hpp"

#include <memory>
#include <vector>

using namespace clustersim;

namespace {

Job job_of(std::int32_t nodes, std::int64_t submit, std::int64_t run) {
    Job job;
    job.submit = Instant{submit};
    job.nodes = nodes;
    job.units = 1;
    job.run = job.requested = Seconds{run};
    return job;
}

}  // namespace

TEST_CASE("a job of a policy's queue sees its neighbours' nodes, but not those of single nodes",
          "[engine][unit]") {
    auto crowd = std::make_shared<std::vector<Job> const>(
        std::vector{job_of(2, 0, 1000), job_of(1, 1, 1000), job_of(3, 2, 1000)});
    PolicyQueue queue({10, 1}, *find_policy("fcfs"), crowd);
    queue.run_until(Instant{10});
    StudyJob own;
    own.job = job_of(2, 0, 500);
    std::size_t const number = queue.submit_now(own);
    REQUIRE(queue.run_until_started(number));
    NodesInUse const use = queue.nodes_in_use(number);
    CHECK(use.own == std::vector<std::int32_t>{6, 7});
    CHECK(use.others == std::vector<std::vector<std::int32_t>>{{0, 1}, {3, 4, 5}});
}
