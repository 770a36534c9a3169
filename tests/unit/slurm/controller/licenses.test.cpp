// SPDX-License-Identifier: Apache-2.0
// Licences in backfill's plan (bf_licenses) and in reservations.
#include "sim/slurm/controller/license_plan.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Submits a job at `second` that needs one licence and runs for 600 s.
std::int32_t one_matlab(Controller& controller, std::int64_t second, std::string const& words) {
    controller.run_until(Moment{second * 1000 - 500});
    auto const outcome = controller.submit(request_of("-n1 --mem=100 -L matlab:1 " + words, 600));
    REQUIRE(outcome.accepted());
    return outcome.job_id;
}

}  // namespace

TEST_CASE("it finds when too few licences are left, and until when", "[slurm_controller][unit]") {
    LicensePlan plan;
    CHECK_FALSE(plan.short_until({0}, {100}, {{0, 99}}));
    plan.reset({0}, {1000}, {2, 5});
    plan.take({100}, {200}, {{0, 2}, {1, 1}});
    plan.take({150}, {300}, {{1, 4}});
    CHECK_FALSE(plan.short_until({0}, {99}, {{0, 1}}));
    CHECK(plan.short_until({0}, {100}, {{0, 1}}) == Instant{150});
    CHECK_FALSE(plan.short_until({200}, {400}, {{0, 2}}));
    CHECK(plan.short_until({0}, {1000}, {{1, 5}}) == Instant{150});
    CHECK(plan.short_until({150}, {1000}, {{1, 1}}) == Instant{200});
    CHECK(plan.short_until({200}, {1000}, {{1, 2}}) == Instant{300});
    CHECK(plan.short_until({0}, {1000}, {{0, 3}}) == Instant{100});
    plan.take({900}, {5000}, {{0, 2}});
    CHECK(plan.short_until({950}, {2000}, {{0, 1}}) == Instant{1000});
    CHECK_FALSE(plan.short_until({1000}, {2000}, {{0, 1}}));
}

TEST_CASE("bf_licenses promises licences to one job after another (spec 4.6.7)",
          "[slurm_controller][unit]") {
    Controller controller(
        cluster4x8("Licenses=matlab:1\nSchedulerParameters=bf_licenses,bf_resolution=60\n"),
        cycles_from_30());
    auto const holder = one_matlab(controller, 5, "-t 10");
    auto const next = one_matlab(controller, 10, "-t 10");
    auto const last = one_matlab(controller, 11, "-t 1");
    controller.run_until(Instant{60});
    REQUIRE(controller.find(holder)->state == JobState::running);
    CHECK(controller.find(next)->reason == Reason::licenses);
    CHECK(controller.find(next)->expected_start == Instant{600});
    CHECK(controller.find(last)->expected_start == Instant{1200});
    controller.run_until(Instant{1000});
    CHECK(controller.find(next)->state == JobState::running);
    CHECK(controller.find(last)->pending());
}

TEST_CASE("licences of a reservation are not given to others that could overlap it (spec 1.6.5)",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8("Licenses=matlab:1\n"), Phases{});
    controller.run_until(Instant{0});
    ReservationCreate create;
    create.reservation.name = "r";
    create.reservation.start = Instant{400};
    create.reservation.duration = Seconds{3600};
    create.reservation.users = {"u"};
    create.reservation.licenses = {{"matlab", 2}};
    CHECK(controller.apply(create));
    create.reservation.licenses = {{"matlab", 1}};
    REQUIRE_FALSE(controller.apply(create));
    auto const too_long = one_matlab(controller, 10, "-t 60");
    auto const brief = one_matlab(controller, 11, "-t 5");
    controller.run_until(Instant{20});
    CHECK(controller.find(too_long)->reason == Reason::licenses);
    CHECK(controller.find(brief)->state == JobState::running);
    controller.run_until(Instant{4100});
    CHECK(controller.find(too_long)->state == JobState::running);
}
