// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/future_use.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

void leave(NodeUse& use, ClusterState const& state, std::size_t position) {
    auto const& job = state.jobs.at(state.jobs.running[position]);
    use.remove(job.allocation, job.chosen().kind, job.suspension.held);
}

/// Checks the use without the first `jobs` jobs, starting from what `future` knows.
void check_without(FutureUse& future, ClusterState const& state, std::size_t jobs) {
    auto expected = state.nodes.use;
    for (std::size_t i = 0; i < jobs; ++i) leave(expected, state, i);
    std::vector<JobSlot> const nobody;
    auto const& use = future.after(
        {state.site(), state.selection.scratch, state.nodes.use, state.jobs, nobody}, jobs);
    CHECK(use.idle() == expected.idle());
    for (std::int32_t node = 0; node < 16; ++node) {
        CHECK(use.free_cores(node) == expected.free_cores(node));
        CHECK(use.free_memory_mb(node) == expected.free_memory_mb(node));
    }
}

}  // namespace

TEST_CASE("it gives the use after the first of the running jobs have ended",
          "[slurm_controller][unit]") {
    Controller controller(
        cluster4x8("NodeName=m[1-12] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"),
        Phases{});
    for (int i = 0; i < 100; ++i) {
        auto const words = "-n1 --mem=100 -t " + std::to_string(10 + i * 37 % 100);
        controller.submit(request_of(words, 6000));
    }
    controller.run_until(Instant{120});
    REQUIRE(controller.state().jobs.running.size() == 100);
    FutureUse future;
    for (std::size_t const jobs : {70, 100, 0, 31, 32, 33, 64})
        check_without(future, controller.state(), jobs);
    // Some jobs have ended.
    controller.run_until(Instant{1500});
    auto const left = controller.state().jobs.running.size();
    REQUIRE(left < 100);
    REQUIRE(left > 64);
    check_without(future, controller.state(), 66);
}
