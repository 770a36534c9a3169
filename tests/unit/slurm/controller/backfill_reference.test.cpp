// SPDX-License-Identifier: Apache-2.0
// The cycle that sim/slurm/README.md explains.
#include "sim/slurm/controller/backfill_reference.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::int32_t submit_words(Controller& controller, std::int64_t second, std::string const& words) {
    controller.run_until(Instant{second});
    return controller.submit(request_of(words, 60000)).job_id;
}

std::vector<std::int32_t> members_of(NodeSet const& set) {
    std::vector<std::int32_t> nodes;
    set.for_each([&](std::int32_t node) { nodes.push_back(node); });
    return nodes;
}

/// Jobs A to D of the example after the first backfill cycle; they have the ids 1 to 4.
Controller after_one_cycle(CycleMode mode) {
    Controller controller(cluster4x8(), cycles_from_30(), mode);
    submit_words(controller, 0, "-N3 --exclusive -t 30");
    controller.run_until(Instant{5});
    submit_words(controller, 10, "-N4 --exclusive -t 60");
    submit_words(controller, 11, "-N1 --exclusive -t 20");
    submit_words(controller, 12, "-N1 --exclusive -t 120");
    controller.run_until(Instant{29});
    return controller;
}

}  // namespace

TEST_CASE("a cycle promises nodes to the first job, lets a short one pass and moves a long one "
          "behind the promise",
          "[slurm_controller][unit]") {
    auto const mode = GENERATE(CycleMode::fast, CycleMode::reference);
    auto controller = after_one_cycle(mode);
    auto const& a = *controller.find(1);
    auto const& b = *controller.find(2);
    auto const& c = *controller.find(3);
    auto const& d = *controller.find(4);
    // The plan has minutes: the job ends within this one.
    REQUIRE(a.end >= Instant{1800});
    REQUIRE(a.end < Instant{1860});
    CHECK(b.reason == Reason::resources);
    CHECK(c.reason == Reason::priority);
    CHECK(d.reason == Reason::priority);
    CHECK(c.pending());
    controller.run_until(Instant{30});
    CHECK(b.expected_start == a.end);
    CHECK(members_of(b.planned_nodes) == std::vector<std::int32_t>{0, 1, 2, 3});
    CHECK(c.start == Instant{30});
    REQUIRE(c.allocation.nodes.size() == 1);
    CHECK(c.allocation.nodes.front().node == 3);
    CHECK(d.expected_start == Instant{1800} + Minutes{60});
    CHECK(members_of(d.planned_nodes) == std::vector<std::int32_t>{3});
    auto const& counters = controller.state().counters;
    CHECK(counters.backfill_cycles == 1);
    CHECK(counters.backfill_last_depth_tried == 3);
    CHECK(counters.backfill_last_table == 4);
    // No idle node is promised, but the start of the last job was moved.
    CHECK(controller.state().nodes.planned.empty());
    CHECK(controller.state().triggers.changed == Instant{30});
}
