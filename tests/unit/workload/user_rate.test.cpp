// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/user_rate.hpp"

#include "sim/workload/background.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/workload/day.hpp"

#include <algorithm>
#include <vector>

using namespace clustersim;

namespace {

BatchModel few_users() {
    BatchModel model;
    model.classes = {{1, 0.7, {0.5, 1.0, 0.5}, 0.4, {{0.3, 5.0, 0.5}, {0.7, 8.0, 1.0}}},
                     {16, 0.3, {0.8, 0.5, 0.5}, 0.2, {{1.0, 9.0, 0.8}}}};
    model.shortest = Seconds{60};
    model.gap = seconds(5.0);
    model.largest_batch = 30;
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.users = UserHabits{4, 1.5, 0.8, 0.6, 0.0, 0.0, {}};
    return model;
}

}  // namespace

TEST_CASE("the work of known users is that of their batches", "[workload][unit]") {
    BatchModel const model = few_users();
    Seconds const limit{20000};
    for (std::uint64_t const replicate : {0, 1, 2}) {
        RandomStream random(4, "users", replicate);
        auto const users = sample_users(model, random);
        UserRates const rates(model, limit, [](SizeClass const& size) { return 1.0 * size.size; });
        BatchRate const rate = rates.of(users);
        std::vector<double> activity;
        for (UserStyle const& user : users) activity.push_back(user.activity);
        constexpr int batches = 100'000;
        double jobs = 0.0;
        double work = 0.0;
        for (int b = 0; b < batches; ++b) {
            Batch const batch = sample_batch(model, &users[random.pick(activity)], random);
            jobs += static_cast<double>(batch.jobs.size()) / batches;
            for (BatchJob const& job : batch.jobs)
                work += static_cast<double>(batch.size * std::min(job.run, limit).count) / batches;
        }
        CHECK(rate.jobs == Approx(jobs).epsilon(0.02));
        CHECK(rate.work == Approx(work).epsilon(0.03));
    }
}

TEST_CASE("few very different users still bring the load that is asked for", "[workload][unit]") {
    Mix mix;
    mix.size_unit = SizeUnit::node;
    mix.source = few_users();
    mix.request = {{}, 1.0};
    PartitionShape const partition{
        .nodes = 200, .units_per_node = 1, .max_job_nodes = 200, .max_walltime = Seconds{day}};
    for (std::uint64_t const replicate : {0, 1, 2, 3}) {
        auto const background = make_background(
            mix, partition, 0.6, Seconds{100 * day}, RandomStream(1, "background", replicate));
        CHECK(background.offered == Approx(0.6).epsilon(0.07));
    }
}
