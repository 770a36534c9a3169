// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"

#include "sim/slurm/controller/job_view.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::shared_ptr<Site const> of_release(std::int32_t number) {
    auto site = std::make_shared<Site>(*cluster4x8());
    site->settings.release.number = number;
    return site;
}

/// Submits half a second before `second`, in time for the cycle at that second.
std::int32_t submit_at(Controller& controller, std::int64_t second, std::string const& words) {
    controller.run_until(Moment{second * 1000 - 500});
    auto const outcome = controller.submit(request_of(words, 86400 * 2));
    INFO(outcome.message);
    REQUIRE(outcome.accepted());
    return outcome.job_id;
}

std::vector<std::int32_t> planned_nodes(Job const& job) {
    std::vector<std::int32_t> nodes;
    job.planned_nodes.for_each([&](std::int32_t node) { nodes.push_back(node); });
    return nodes;
}

/// n1 to n3 are in use until `end` seconds, and a job for all nodes is promised them from then on
/// for an hour. The time limit of the first job, in minutes, determines when the second starts.
Controller
behind_wide_job(std::shared_ptr<Site const> site, std::int64_t end, std::int64_t minutes) {
    Controller controller(std::move(site), cycles_from_30());
    auto const running =
        submit_at(controller, end - minutes * 60, "-N3 --exclusive -t " + std::to_string(minutes));
    controller.run_until(Instant{end - minutes * 60 + 5});
    REQUIRE(controller.find(running)->end == Instant{end});
    submit_at(controller, end - minutes * 60 + 6, "-N4 --exclusive -t 60");
    return controller;
}

/// The state at 360 s of a job of 60 minutes with --time-min, in a gap of 19 minutes.
Job in_hole_of_19_minutes(std::int32_t release, std::string const& time_min) {
    auto controller = behind_wide_job(of_release(release), 1500, 24);
    auto const id = submit_at(controller, 359, "-N1 --exclusive -t 60 --time-min=" + time_min);
    controller.run_until(Instant{360});
    return *controller.find(id);
}

}  // namespace

TEST_CASE(
    "TV-33: it starts jobs that end before a promise and plans the others after it (spec 4.12)",
    "[slurm_controller][unit]") {
    // Seconds after 08:00, as in spec 4.12: a cycle at 08:36:04.
    auto const clock = [](std::int64_t minute, std::int64_t second = 0) {
        return minute * 60 + second;
    };
    Phases phases;
    phases.clock = 8 * 3600;
    phases.full_pass = 45'000;
    phases.backfill = clock(35, 34) * 1000;
    Controller controller(cluster4x8(), phases);
    auto const wide = submit_at(controller, clock(15, 45), "-N3 --exclusive -t 40");
    controller.run_until(Instant{clock(15, 45)});
    REQUIRE(controller.find(wide)->end == Instant{clock(55, 45)});
    auto const small = submit_at(controller, clock(20, 54), "-n1 -t 20 --mem=100");
    submit_at(controller, clock(20, 54), "-n1 -t 20 --mem=100");
    controller.run_until(Instant{clock(20, 54)});
    REQUIRE(controller.find(small)->end == Instant{clock(40, 54)});
    REQUIRE(controller.find(small + 1)->end == Instant{clock(40, 54)});
    auto const all = submit_at(controller, clock(35, 50), "-N4 --exclusive -t 60");
    auto const quarter = submit_at(controller, clock(35, 51), "-n4 -N1 -t 15 --mem=100");
    auto const half = submit_at(controller, clock(35, 52), "-n4 -N1 -t 30 --mem=100");
    auto const two = submit_at(controller, clock(35, 53), "-n2 -N1 -t 30 --mem=100");
    auto const ten = submit_at(controller, clock(35, 54), "-n2 -N1 -t 10 --mem=100");
    auto const flexible = submit_at(controller, clock(35, 55), "-n1 -t 60 --time-min=30 --mem=100");
    controller.run_until(Instant{clock(36, 4)});

    CHECK(controller.find(all)->expected_start == Instant{clock(55, 45)});
    CHECK(planned_nodes(*controller.find(all)) == std::vector<std::int32_t>{0, 1, 2, 3});
    for (auto const& [id, minutes] : {std::pair(quarter, 15), std::pair(ten, 10)}) {
        Job const& job = *controller.find(id);
        REQUIRE(job.state == JobState::running);
        CHECK(job.started_by == StartedBy::backfill);
        CHECK(job.end == Instant{clock(36 + minutes, 4)});
        CHECK(nodes_of(job.allocation) == std::vector<std::int32_t>{3});
    }
    for (auto const& [id, node] : {std::pair(half, 3), std::pair(two, 0), std::pair(flexible, 1)}) {
        Job const& job = *controller.find(id);
        CHECK(job.pending());
        CHECK(job.expected_start == Instant{clock(115)});
        CHECK(planned_nodes(job) == std::vector<std::int32_t>{node});
    }
}

TEST_CASE("TV-35: it rounds the start and the end of a promise down (spec 4.6.11)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), cycles_from_30());
    submit_at(controller, 51, "-N3 --exclusive -t 8");
    controller.run_until(Instant{55});
    REQUIRE(controller.find(1)->end == Instant{531});
    auto const wide = submit_at(controller, 56, "-N4 --exclusive -t 10");
    auto const longer = submit_at(controller, 57, "-N1 --exclusive -t 7");
    auto const shorter = submit_at(controller, 58, "-N1 --exclusive -t 6");
    controller.run_until(Instant{81});
    CHECK(controller.find(wide)->expected_start == Instant{531});
    // From 81 s on, the job would end at 501 s, before the expected start but within the promise.
    CHECK(controller.find(longer)->pending());
    CHECK(controller.find(longer)->expected_start == Instant{1080});
    CHECK(controller.find(shorter)->state == JobState::running);
}

TEST_CASE("TV-36: it starts a job with --time-min for that time in a gap (spec 4.8)",
          "[slurm_controller][unit]") {
    Job const fits = in_hole_of_19_minutes(2205, "5");
    REQUIRE(fits.state == JobState::running);
    CHECK(fits.started_by == StartedBy::backfill);
    CHECK(fits.limit == Minutes{5});
    CHECK(fits.end == Instant{360 + 5 * 60});
    CHECK(in_hole_of_19_minutes(2205, "30").pending());
}

TEST_CASE("TV-36: since 25.11 it gives the longest limit that fits the gap (spec 4.8.2)",
          "[slurm_controller][unit]") {
    Job const fits = in_hole_of_19_minutes(2511, "5");
    REQUIRE(fits.state == JobState::running);
    CHECK(fits.limit == Minutes{19});
    CHECK(fits.end == Instant{360 + 19 * 60});
    CHECK(in_hole_of_19_minutes(2511, "30").pending());
}

TEST_CASE("TV-37, TV-31: it shows when and where a job is expected to start; since 25.11 a job "
          "that releases none of its nodes does not count (spec 4.4.7, 4.7.3)",
          "[slurm_controller][unit]") {
    for (auto const& [release, start] : {std::pair(2205, 1276), std::pair(2511, 1216)}) {
        Controller controller(of_release(release), cycles_from_30());
        for (auto const& [node, minutes] : {std::pair("n1", "5"),
                                            std::pair("n2", "6"),
                                            std::pair("n3", "20"),
                                            std::pair("n4", "21")})
            submit_at(controller, 16, std::string("-N1 --exclusive -w ") + node + " -t " + minutes);
        controller.run_until(Instant{16});
        REQUIRE(controller.find(4)->end == Instant{1276});
        auto const waiting = submit_at(controller, 20, "-N3 --exclusive -t 10");
        controller.run_until(Instant{30});
        JobView const shown = view_job(controller.state(), *controller.find(waiting));
        CHECK(shown.start == Instant{start});
        CHECK(shown.scheduled_nodes == std::vector<std::int32_t>{0, 1, 2});
    }
}

TEST_CASE("TV-38: it skips a job without a free licence, and others start (spec 4.5)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("Licenses=matlab:1\n"), cycles_from_30());
    auto const holder = submit_at(controller, 5, "-n1 -t 60 --mem=100 -L matlab:1");
    auto const waiting = submit_at(controller, 10, "-n1 -t 60 --mem=100 -L matlab:1");
    auto const lower = submit_at(controller, 11, "-n1 -t 60 --mem=100");
    controller.run_until(Instant{60});
    CHECK(controller.find(holder)->state == JobState::running);
    CHECK(controller.find(waiting)->pending());
    CHECK(controller.find(waiting)->reason == Reason::licenses);
    CHECK_FALSE(controller.find(waiting)->expected_start);
    CHECK(controller.find(lower)->state == JobState::running);
}

TEST_CASE("TV-40: it shows a start estimate beyond its window but promises nothing (spec 4.6.11)",
          "[slurm_controller][unit]") {
    // The wide job waits for an end at 86460 or 86340 s; the window of the cycle at 30 s ends at
    // 86400 s. The last job would run past both.
    for (auto const& [minutes, promised] : {std::pair(1441, false), std::pair(1439, true)}) {
        Controller controller(cluster4x8(), cycles_from_30());
        controller.submit(request_of("-N3 --exclusive -t " + std::to_string(minutes), 86400 * 2));
        controller.run_until(Instant{0});
        REQUIRE(controller.find(1)->end == Instant{minutes * 60});
        auto const wide = submit_at(controller, 1, "-N4 --exclusive -t 60");
        auto const behind = submit_at(controller, 2, "-N1 --exclusive -t 2-0");
        controller.run_until(Instant{30});
        CHECK(controller.find(wide)->expected_start == Instant{minutes * 60});
        CHECK(controller.find(behind)->pending() == promised);
    }
}

TEST_CASE("TV-41: it tests no more jobs than bf_max_job_test (spec 4.1)",
          "[slurm_controller][unit]") {
    // A larger plan than usual: one of two intervals would also end the cycle.
    Controller controller(
        cluster4x8("SchedulerParameters=bf_max_job_test=2,bf_node_space_size=100\n"),
        cycles_from_30());
    submit_at(controller, 1, "-N4 --exclusive -t 60");
    std::vector<std::int32_t> ids;
    for (auto const second : {10, 11, 12})
        ids.push_back(submit_at(controller, second, "-N4 --exclusive -t 60"));
    controller.run_until(Instant{30});
    CHECK(controller.find(ids[0])->expected_start);
    CHECK(controller.find(ids[1])->expected_start);
    CHECK_FALSE(controller.find(ids[2])->expected_start);
}

TEST_CASE("it promises a job that requested to share the nodes it would get without sharing (spec "
          "4.6.10)",
          "[slurm_controller][unit]") {
    auto site = std::make_shared<Site>(*cluster4x8());
    site->partitions[0].oversubscribe = OverSubscribe::yes;
    site->partitions[0].max_share = 2;
    Controller controller(site, cycles_from_30());
    // Jobs that do not share exclude those that do; n1 to n4 have four cores left each.
    submit_at(controller, 10, "-N4 -n16 --ntasks-per-node=4 --mem=100 -t 60");
    controller.run_until(Instant{20});
    auto const sharing = submit_at(controller, 25, "-n2 --oversubscribe --mem=100 -t 10");
    controller.run_until(Instant{30});
    REQUIRE(controller.find(sharing)->pending());
    CHECK(controller.find(sharing)->expected_start == Instant{30});
    CHECK(planned_nodes(*controller.find(sharing)) == std::vector<std::int32_t>{0});
}

TEST_CASE("a cycle that is skipped as a repetition has the same result as a whole one",
          "[slurm_controller][unit]") {
    auto const after = [](CycleMode mode, std::int64_t second) {
        Controller controller(cluster4x8(), cycles_from_30(), mode);
        submit_at(controller, 60, "-N3 --exclusive -t 24");
        controller.run_until(Instant{65});
        submit_at(controller, 66, "-N4 --exclusive -t 60");
        submit_at(controller, 67, "-N1 --exclusive -t 90");
        controller.run_until(Instant{second});
        return controller;
    };
    auto const second = GENERATE(300, 900, 1380, 1500);
    auto const fast = after(CycleMode::fast, second);
    auto const whole = after(CycleMode::reference, second);
    auto const& state = fast.state();
    CHECK(state.counters.backfill_cycles > second / 60);
    CHECK(state.counters.backfill_cycles == whole.state().counters.backfill_cycles);
    CHECK(state.counters.backfill_depth_tried_sum ==
          whole.state().counters.backfill_depth_tried_sum);
    CHECK(state.nodes.planned == whole.state().nodes.planned);
    for (auto const id : {2, 3}) {
        CHECK(fast.find(id)->expected_start == whole.find(id)->expected_start);
        CHECK(planned_nodes(*fast.find(id)) == planned_nodes(*whole.find(id)));
    }
}
