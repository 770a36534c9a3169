// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/background.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/day.hpp"

#include <algorithm>
#include <iterator>

using namespace clustersim;

namespace {

constexpr PartitionShape booster{
    .nodes = 10, .units_per_node = 4, .max_job_nodes = 2, .max_walltime = Seconds{1000}};

/// A day with one job of 16 GPUs for 2000 s and one of 2 GPUs for 500 s.
Mix two_jobs() {
    Mix mix;
    mix.source = TraceReplay{{{Instant{0}, Seconds{2000}, 16}, {Instant{10}, Seconds{500}, 2}},
                             Seconds{day},
                             Seconds{day},
                             Seconds{0}};
    mix.request = {{{Seconds{600}, 1.0}}, 1.0};
    return mix;
}

}  // namespace

TEST_CASE("the rate of a mix counts jobs as cut to the partition's limits", "[workload][unit]") {
    // 2 nodes x 4 GPUs x 1000 s + 2 GPUs x 500 s = 9000 GPU-seconds a day
    MixRate const rate = rate_of(two_jobs(), booster);
    CHECK(rate.work_per_second == Approx(9000.0 / day));
    CHECK(rate.jobs_per_second == Approx(2.0 / day));
}

TEST_CASE("the offered load is the work of the jobs over the partition's capacity",
          "[workload][unit]") {
    // Exactly two copies of the trace, over ten days.
    double const load = 2.0 * 9000.0 / (40.0 * day);
    auto const background = make_background(
        two_jobs(), booster, load, Seconds{10 * day}, RandomStream(1, "background"));
    CHECK(background.scale == Approx(2.0));
    REQUIRE(background.jobs.size() == 40);
    CHECK(background.offered == Approx(load));
    CHECK(background.expected_jobs_per_day == Approx(4.0));
    CHECK(background.sizes_cut == 20);
    CHECK(background.runs_cut == 20);
    for (std::size_t i = 0; i < background.jobs.size(); ++i) {
        Job const& job = background.jobs[i];
        CHECK(job.id == static_cast<std::int64_t>(i) + 1);
        if (job.nodes == 2) {
            CHECK(job.units == 4);
            CHECK(job.run == Seconds{1000});
            CHECK(job.requested == Seconds{1000});
        } else {
            CHECK(job.units == 2);
            CHECK(job.run == Seconds{500});
            CHECK((job.requested == Seconds{600} || job.requested == Seconds{1000}));
        }
    }
}

TEST_CASE("a size factor makes every job of a mix larger", "[workload][unit]") {
    Mix mix = two_jobs();
    mix.size_factor = 2;
    CHECK(rate_of(mix, booster).work_per_second == Approx((8000.0 + 4 * 500.0) / day));
}

TEST_CASE("jobs of a mix with users name them, and their sizes scale with the partition",
          "[workload][unit]") {
    BatchModel model;
    model.classes = {{100, 1.0, {1.0, 0.0, 0.0}, 0.0, {{1.0, 5.0, 0.1}}}};
    model.gap = seconds(1.0);
    model.largest_batch = 1;
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.machine_size = 1000;
    Mix mix = two_jobs();
    mix.size_unit = SizeUnit::node;
    mix.source = model;
    auto const sample = [&] {
        return make_background(mix, booster, 0.5, Seconds{day}, RandomStream(1, "background"));
    };
    auto const anonymous = sample();
    REQUIRE_FALSE(anonymous.jobs.empty());
    CHECK(anonymous.users.empty());
    CHECK(anonymous.jobs[0].nodes == 1);  // a tenth of ten nodes
    CHECK(anonymous.sizes_cut == 0);
    model.users = UserHabits{5, 1.0, 0.0, 0.0, 0.0, 0.0, {}};
    mix.source = model;
    auto const background = sample();
    REQUIRE(background.users.size() == background.jobs.size());
    CHECK(std::ranges::count(background.users, 0U) > std::ranges::count(background.users, 4U));
    CHECK(std::ranges::max(background.users) < 5);
    CHECK(background.jobs.back().id == std::ssize(background.jobs));
}

TEST_CASE("no load is an empty queue", "[workload][unit]") {
    auto const background =
        make_background(two_jobs(), booster, 0.0, Seconds{day}, RandomStream(1, "background"));
    CHECK(background.jobs.empty());
    CHECK(background.offered == 0.0);
}
