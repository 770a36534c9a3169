// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/reacting_users.hpp"

#include "sim/scenario/slurm_queue.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

#include <string>

using namespace clustersim;

namespace {

/// What the others keep waiting a day after a job on the whole partition was submitted that comes last and never starts
/// in that time, in node- or GPU-seconds.
double work_of_others(std::string const& limit, double own_hours) {
    auto const runs =
        resolve("system: vega\nbackground: {mix: blue-waters-gpu, backlog: 1 d, warm-up: 1 d}\n"
                "jobs: {own: {nodes: 60, runtime: 1 h, nice: 1000000, walltime: " +
                limit + "}}\n");
    REQUIRE(runs);
    SlurmSetup const& setup = *runs->front().slurm;
    SlurmBackground background =
        sample_slurm_background(setup, QueueBegin::empty, Seconds{4 * 86400}, 1, 0);
    SlurmSimulation queue = start_slurm(setup, std::move(background), 1, 0);
    queue.run_until(Instant{86400});
    queue.submit_now(runs->front().jobs.front().request);
    queue.run_until(Instant{2 * 86400});
    REQUIRE(queue.why_not_running(0).starts_with("pending"));
    double const own = setup.place.units() * own_hours * 3600.0;
    return queue.pending_work() - own;
}

}  // namespace

TEST_CASE("the limit of the study's own job does not keep the other users away",
          "[scenario][unit]") {
    double const brief = work_of_others("1 h", 1.0);
    CHECK(brief > 0.0);
    CHECK(work_of_others("48 h", 48.0) == brief);
}
