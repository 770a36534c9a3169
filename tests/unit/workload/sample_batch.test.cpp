// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/sample_batch.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/workload/day.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace clustersim;

namespace {

/// Two sizes and 50 users; run times of 1 000 s on average of their logarithm, after 9 s.
BatchModel two_sizes() {
    BatchModel model;
    SizeClass small{1, 0.7, {1.0, 0.0, 0.0}, 0.0, {{1.0, std::log(1000.0), 1.0}}};
    SizeClass large = small;
    large.size = 8;
    large.share = 0.3;
    model.classes = {small, large};
    model.shortest = Seconds{9};
    model.gap = seconds(10.0);
    model.largest_batch = 20;
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.users = UserHabits{50, 1.5, 0.0, 0.0, 0.0, 0.25, {std::log(3600.0), 1.0}};
    return model;
}

double log_run(BatchJob const& job) {
    return std::log(static_cast<double>(job.run.count - 9)) - std::log(1000.0);
}

}  // namespace

TEST_CASE("users are sorted by activity and hold the shares of sizes", "[workload][unit]") {
    BatchModel const model = two_sizes();
    double large = 0.0;
    for (std::uint64_t replicate = 0; replicate < 200; ++replicate) {
        RandomStream random(1, "users of a mix", replicate);
        auto const users = sample_users(model, random);
        REQUIRE(users.size() == 50);
        CHECK(std::ranges::is_sorted(users, std::ranges::greater(), &UserStyle::activity));
        double total = 0.0;
        for (UserStyle const& user : users) {
            total += user.activity;
            large += user.usual_size == 1 ? user.activity / 200.0 : 0.0;
        }
        CHECK(total == Approx(1.0));
        // The ratio of the first two is that of the lognormal's quantiles.
        CHECK(std::log(users[0].activity / users[1].activity) ==
              Approx(1.5 * (2.3263479 - 1.8807936)).epsilon(1e-6));
    }
    CHECK(large == Approx(0.3).margin(0.03));
}

TEST_CASE("a user with habits repeats size, run time and request", "[workload][unit]") {
    BatchModel model = two_sizes();
    model.users->size = 1.0;
    model.users->run = 1.0;
    model.users->request = 1.0;
    UserStyle const user{1.0, 1, 1.0, -1.0};
    RandomStream random(1, "batches");
    for (int i = 0; i < 20; ++i) {
        Batch const batch = sample_batch(model, &user, random);
        CHECK(batch.size == 8);
        REQUIRE(batch.jobs.size() == 1);
        CHECK(batch.jobs[0].gap == Duration{});
        // One standard deviation above the median, rounded up.
        CHECK(batch.jobs[0].run == Seconds{9 + 2719});
        CHECK(batch.jobs[0].request == Approx(0.1586553).epsilon(1e-5));
    }
}

TEST_CASE("habits keep the distributions of sizes, run times and requests", "[workload][unit]") {
    BatchModel model = two_sizes();
    model.users->count = 4000;
    model.users->activity = 0.0;
    model.users->size = 0.6;
    model.users->run = 0.5;
    model.users->request = 0.4;
    for (SizeClass& size : model.classes)
        size.runs = {{0.3, std::log(100.0), 0.4}, {0.7, std::log(1000.0), 1.0}};
    RandomStream random(3, "batches");
    double large = 0.0, below_median = 0.0, low_requests = 0.0, mean_square = 0.0;
    auto const users = sample_users(model, random);
    for (UserStyle const& user : users) {
        Batch const first = sample_batch(model, &user, random);
        large += first.size == 8 ? 1.0 : 0.0;
        // 0.3 P(< 100) + 0.7 P(< 100) of the components
        below_median += first.jobs[0].run.count - 9 <= 100 ? 1.0 : 0.0;
        low_requests += first.jobs[0].request < 0.2 ? 1.0 : 0.0;
        mean_square += log_run(first.jobs[0]) * log_run(sample_batch(model, &user, random).jobs[0]);
    }
    auto const n = static_cast<double>(users.size());
    CHECK(large / n == Approx(0.3).margin(0.03));
    CHECK(below_median / n == Approx(0.3 * 0.5 + 0.7 * 0.0106517).margin(0.02));
    CHECK(low_requests / n == Approx(0.2).margin(0.02));
    CHECK(mean_square / n > 0.5);  // a user's run times resemble each other
}

TEST_CASE("a batch has its jobs with gaps, the first without", "[workload][unit]") {
    BatchModel model = two_sizes();
    model.classes[0].batch = model.classes[1].batch = {0.0, std::log(3.5), 0.0};
    RandomStream random(5, "batches");
    double gaps = 0.0;
    for (int i = 0; i < 1000; ++i) {
        Batch const batch = sample_batch(model, nullptr, random);
        REQUIRE(batch.jobs.size() == 5);
        CHECK(batch.jobs[0].gap == Duration{});
        for (BatchJob const& job : batch.jobs) gaps += job.gap.si() / 4000.0;
    }
    CHECK(gaps == Approx(10.0).epsilon(0.05));
}

TEST_CASE("think times are lognormal, and none where batches overlap", "[workload][unit]") {
    UserHabits const habits = *two_sizes().users;
    RandomStream random(2, "think");
    int none = 0, long_ones = 0;
    for (int i = 0; i < 10000; ++i) {
        Duration const think = sample_think(habits, random);
        none += think == Duration{} ? 1 : 0;
        long_ones += think > seconds(3600.0) ? 1 : 0;
    }
    CHECK(none == Approx(2500).epsilon(0.06));
    CHECK(long_ones == Approx(3750).epsilon(0.06));
}

TEST_CASE("arrivals name users by their activity, and none without users", "[workload][unit]") {
    BatchModel model = two_sizes();
    auto const by_user = [&] {
        RandomStream random(7, "arrivals");
        std::map<std::int64_t, double> jobs;
        generate(model, {200.0 / day, Seconds{100 * day}}, random, [&](Arrival const& job, double) {
            ++jobs[job.user ? std::int64_t{*job.user} : -1];
        });
        return jobs;
    };
    auto const jobs = by_user();
    CHECK_FALSE(jobs.contains(-1));
    RandomStream random(7, "arrivals");
    auto const users = sample_users(model, random);
    CHECK(jobs.at(0) / 20000.0 == Approx(users[0].activity).epsilon(0.1));
    CHECK(jobs.at(5) / 20000.0 == Approx(users[5].activity).epsilon(0.15));
    model.users.reset();
    CHECK(by_user().size() == 1);
    CHECK(by_user().contains(-1));
}

TEST_CASE("sizes scale with the partition if the machine's size is given", "[workload][unit]") {
    BatchModel model = two_sizes();
    CHECK(scaled_size(model, 8, 100.0) == 8);
    model.machine_size = 4000;
    CHECK(scaled_size(model, 8, 1000.0) == 2);
    CHECK(scaled_size(model, 8, 20000.0) == 40);
    CHECK(scaled_size(model, 8, 100.0) == 1);
}
