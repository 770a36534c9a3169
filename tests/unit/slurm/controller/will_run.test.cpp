// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/will_run.hpp"

#include "sim/slurm/controller/job_view.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A cluster on which job i has node i exclusively: started at .first seconds with a limit of
/// .second minutes.
Controller with_ends(std::vector<std::pair<std::int64_t, int>> const& jobs,
                     std::string const& more = "") {
    Phases phases;
    phases.full_pass = 1'000;
    Controller controller(cluster4x8(more), phases);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const& [start, minutes] = jobs[i];
        controller.run_until(Moment{start * 1000 - 500});
        controller.submit(request_of("-N1 --exclusive -w n" + std::to_string(i + 1) + " -t " +
                                         std::to_string(minutes),
                                     minutes * 60));
    }
    controller.run_until(Instant{jobs.back().first});
    for (std::size_t i = 0; i < jobs.size(); ++i)
        REQUIRE(controller.find(static_cast<std::int32_t>(i) + 1)->start == Instant{jobs[i].first});
    return controller;
}

/// When and where `nodes` whole nodes among the first `from` ones would be available.
std::optional<WillRun> estimate(Controller controller, int nodes, std::int32_t from = 4) {
    auto const outcome =
        controller.submit(request_of("-N" + std::to_string(nodes) + " --exclusive -t 10", 600));
    REQUIRE(outcome.accepted());
    ClusterState state = controller.state();
    auto const& choice = controller.find(outcome.job_id)->spec->choices[0];
    NodeSet candidates(4);
    for (std::int32_t node = 0; node < from; ++node) candidates.insert(node);
    WillRunQuery query;
    query.choice = &choice;
    query.request = &choice.request;
    query.candidates = &candidates;
    auto found = will_run(state, query);
    if (found) settle(state.selection.scratch, found->on);
    return found;
}

std::int64_t start_of(Controller const& controller, int nodes, std::int32_t from = 4) {
    auto const found = estimate(controller, nodes, from);
    REQUIRE(found);
    return found->start.since_origin;
}

/// The assumed end of a job whose limit of ten minutes was over at 100 s, estimated at 150 s.
std::int64_t guess_of_overdue(std::string const& more) {
    auto const controller = with_ends({{1, 10}}, more);
    Job job = *controller.find(1);
    job.end = Instant{100};
    return guess_end(controller.site(), job, Instant{150}).since_origin;
}

}  // namespace

TEST_CASE(
    "TV-31: it removes running jobs in batches and starts at the end of the last (spec 4.4.4)",
    "[slurm_controller][unit]") {
    std::vector<std::pair<std::int64_t, int>> const ends = {{16, 5}, {16, 6}, {16, 20}, {16, 21}};
    auto const controller = with_ends(ends);
    CHECK(start_of(controller, 1) == 316);
    CHECK(start_of(controller, 2) == 376);
    CHECK(start_of(controller, 3) == 1276);
    CHECK(start_of(controller, 4) == 1276);
    CHECK(start_of(with_ends(ends, "SchedulerParameters=bf_window_linear=60\n"), 3) == 1216);
    CHECK(start_of(with_ends(ends, "SchedulerParameters=bf_window_linear=0\n"), 3) == 1276);
}

TEST_CASE("TV-32: it closes the first batch half a minute after the next multiple of it "
          "(spec 4.4.4)",
          "[slurm_controller][unit]") {
    CHECK(start_of(with_ends({{60, 4}, {60, 5}}), 1, 2) == 360);
    CHECK(start_of(with_ends({{60, 4}, {61, 5}}), 1, 2) == 300);
}

TEST_CASE("TV-37: it estimates the nodes that would be selected at that time (spec 4.4.4)",
          "[slurm_controller][unit]") {
    auto const found = estimate(with_ends({{16, 5}, {16, 6}, {16, 20}, {16, 21}}), 3);
    REQUIRE(found);
    std::vector<std::int32_t> nodes;
    found->on.nodes.for_each([&](std::int32_t node) { nodes.push_back(node); });
    CHECK(nodes == std::vector<std::int32_t>{0, 1, 2});
}

TEST_CASE("TV-39: it assumes an end for a job past its limit (spec 4.4.5)",
          "[slurm_controller][unit]") {
    CHECK(guess_of_overdue("KillWait=30\n") == 151);
    CHECK(guess_of_overdue("KillWait=30\nOverTimeLimit=5\n") == 430);
    CHECK(guess_of_overdue("KillWait=30\nOverTimeLimit=UNLIMITED\n") == 750);
}
