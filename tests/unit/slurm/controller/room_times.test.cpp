// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/room_times.hpp"

#include "sim/slurm/controller/future_use.hpp"
#include "sim/slurm/select/select_nodes.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <string>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A cluster on which forty jobs of different sizes share the nodes, some of them with whole nodes.
Controller busy_cluster() {
    Controller controller(cluster4x8("NodeName=m[1-6] CPUs=16 Sockets=2 CoresPerSocket=4 "
                                     "ThreadsPerCore=2 RealMemory=4000\n"),
                          Phases{});
    for (int i = 0; i < 40; ++i) {
        auto const words = (i % 9 == 4 ? "-N1 --exclusive" : "-n" + std::to_string(1 + i * 7 % 5)) +
                           " --mem=" + std::to_string(200 + i * 531 % 1500) + " -t " +
                           std::to_string(10 + i * 37 % 100);
        controller.submit(request_of(words, 6000));
    }
    controller.run_until(Instant{120});
    REQUIRE(controller.state().jobs.running.size() > 15);
    return controller;
}

/// Checks for each node and each number of ended jobs that room is found exactly where a selection
/// succeeds.
void check_room(Controller controller, std::string const& words, std::vector<JobSlot> const& gone) {
    INFO(words);
    auto const outcome = controller.submit(request_of(words, 600));
    REQUIRE(outcome.accepted());
    auto const request = controller.find(outcome.job_id)->spec->choices[0].request;
    auto const& state = controller.state();
    RunningUse const now{state.site(), state.selection.scratch, state.nodes.use, state.jobs, gone};
    RoomBook book;
    FutureUse future;
    SelectScratch scratch(state.site());
    auto const nodes = state.site().nodes.size();
    auto const& times = book.times(now, least_part(state.site(), request));
    for (std::size_t ended = 0; ended <= state.jobs.running.size(); ++ended) {
        NodeSet fits(nodes);
        for (std::int32_t node = 0; node < static_cast<std::int32_t>(nodes); ++node) {
            NodeSet only(nodes);
            only.insert(node);
            auto const& use = future.after(now, ended);
            if (select_nodes(state.site(), scratch, {use, only}, request, SelectMode::will_run))
                fits.insert(node);
        }
        NodeSet room(nodes, true);
        CHECK(times.count(ended, room) == fits.count());
        times.keep(ended, room);
        CHECK(room == fits);
    }
}

}  // namespace

TEST_CASE("a node has room from the end of the job that leaves enough of it",
          "[slurm_controller][unit]") {
    auto const controller = busy_cluster();
    auto const& running = controller.state().jobs.running;
    std::vector<JobSlot> const nobody, some{running[3], running[7], running[8]};
    for (auto const* words : {"-n1 --mem=1",
                              "-N1 -n6 --mem=900",
                              "-n1 -c8 --mem=100",
                              "-n1 --mem-per-cpu=1100",
                              "-N1 --exclusive --mem=10"}) {
        check_room(controller, words, nobody);
        check_room(controller, words, some);
    }
}

TEST_CASE("the CPUs of a job give the fewest nodes that it can have", "[slurm_controller][unit]") {
    auto controller = busy_cluster();
    auto const fewest = [&](std::string const& words, bool large_nodes) {
        auto const outcome = controller.submit(request_of(words, 600));
        REQUIRE(outcome.accepted());
        auto const& state = controller.state();
        NodeSet nodes(state.site().nodes.size(), large_nodes);
        for (std::int32_t i = 0; !large_nodes && i < std::ssize(state.site().nodes); ++i)
            if (state.site().nodes[static_cast<std::size_t>(i)].name.starts_with('n'))
                nodes.insert(i);
        return fewest_nodes(state.site(),
                            state.selection.scratch,
                            controller.find(outcome.job_id)->spec->choices[0].request,
                            nodes);
    };
    CHECK(fewest("-n1", false) == 1);
    CHECK(fewest("-n17", false) == 3);
    CHECK(fewest("-n17", true) == 2);
    CHECK(fewest("-N4 -n17", true) == 4);
}
