// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/policy_queue.hpp"

#include "tests/support/catch.hpp"

#include <memory>
#include <utility>
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

/// Runs a hundred seconds for each number of its first node, and records the other jobs.
class SlowBehind final : public PlacedWork {
  public:
    struct Run final : PlacedRun {
        explicit Run(NodesInUse used)
            : PlacedRun(Seconds{100 * std::int64_t{used.own.front()}}), nodes(std::move(used)) {}
        NodesInUse nodes;
    };
    [[nodiscard]] std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& nodes, std::span<Seconds const> /*earlier*/) const override {
        return std::make_shared<Run const>(nodes);
    }
};

TEST_CASE(
    "a job of a policy's queue sees its neighbours' nodes, but not those of single nodes, and runs "
    "as long as it says there",
    "[engine][unit]") {
    auto background = std::make_shared<std::vector<Job> const>(
        std::vector{job_of(2, 0, 1000), job_of(1, 1, 1000), job_of(3, 2, 1000)});
    PolicyQueue queue({10, 1}, *find_policy("fcfs"), background);
    queue.run_until(Instant{10});
    StudyJob own;
    own.request = job_of(2, 0, 5000);
    own.work = std::make_shared<SlowBehind const>();
    std::size_t const number = queue.submit_now(own);
    CHECK(queue.placed_run(number) == nullptr);
    REQUIRE(queue.run_until_started(number, Horizon::days(60)));
    auto const run = std::dynamic_pointer_cast<SlowBehind::Run const>(queue.placed_run(number));
    REQUIRE(run != nullptr);
    CHECK(run->nodes.own == std::vector<std::int32_t>{6, 7});
    CHECK(run->nodes.others == std::vector<std::vector<std::int32_t>>{{0, 1}, {3, 4, 5}});
    StudyJob next;
    next.request = job_of(3, 0, 10);
    // Two nodes are free; the background jobs run until 1000.
    CHECK(queue.run_until_started(queue.submit_now(next), Horizon::days(60)) == Instant{610});
}
