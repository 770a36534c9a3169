// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_mix.hpp"

#include "sim/workload/sample_batch.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

// Logs are generated from a known model and fitted; the parameters come back. Tolerances are three
// standard errors or more of the estimates from logs of this size, over several seeds.

using namespace clustersim;

namespace {

BatchModel known_model() {
    BatchModel model;
    SizeClass small{2, 0.6, {0.6, 1.0, 0.8}, 0.5, {{0.4, 6.5, 0.7}, {0.6, 9.0, 0.6}}};
    SizeClass large{64, 0.4, {0.8, 0.5, 0.5}, 0.3, {{1.0, 9.5, 0.8}}};
    model.classes = {small, large};
    model.shortest = Seconds{0};
    model.gap = seconds(20.0);
    model.largest_batch = 60;
    model.hours.fill(1.0);
    model.days.fill(1.0);
    model.users = UserHabits{300, 1.0, 0.6, 0.4, 0.5, 0.3, {std::log(40000.0), 0.8}};
    return model;
}

RequestModel known_requests() {
    return {{{Seconds{3600}, 0.2}, {Seconds{4 * 3600}, 0.2}, {Seconds{8 * 3600}, 0.2}}, 0.4};
}

void add_job(JobLog& log,
             Instant submit,
             Seconds run,
             std::int32_t size,
             std::uint32_t user,
             double chance) {
    Seconds const limit{24 * 3600};
    PastJob job;
    job.submit = submit;
    job.nodes = size;
    job.user = user;
    job.stated_run = std::min(run, limit);
    job.limit = known_requests().request(*job.stated_run, limit, chance);
    log.past.jobs.push_back(job);
}

void finish(JobLog& log, std::size_t users) {
    std::ranges::stable_sort(log.past.jobs, {}, &PastJob::submit);
    log.users = users;
    log.waits = log.limits = true;
}

/// Users who submit at a given rate, whatever the queue does.
JobLog open_log(BatchModel const& model, std::uint64_t seed) {
    JobLog log;
    RandomStream random(seed, "a log");
    generate(model,
             {60.0 / 86400.0, Seconds{200LL * 86400}},
             random,
             [&](Arrival const& job, double chance) {
                 add_job(log, job.submit, job.run, job.size, *job.user, chance);
             });
    finish(log, static_cast<std::size_t>(model.users->count));
    return log;
}

/// Users who wait for their jobs, which start at once, and think; or submit while they run.
JobLog closed_log(BatchModel const& model, std::uint64_t seed) {
    JobLog log;
    RandomStream random(seed, "a log");
    auto const users = sample_users(model, random);
    for (std::uint32_t u = 0; u < users.size(); ++u) {
        double t = random.uniform(0.0, 86400.0);
        double end = t;
        for (int b = 0; b < 30; ++b) {
            Batch const batch = sample_batch(model, &users[u], random);
            double submit = t;
            for (BatchJob const& job : batch.jobs) {
                submit += job.gap.si();
                add_job(log,
                        Instant{static_cast<std::int64_t>(submit)},
                        job.run,
                        batch.size,
                        u,
                        job.request);
                end =
                    std::max(end, submit + static_cast<double>(log.past.jobs.back().run()->count));
            }
            Duration const think = sample_think(*model.users, random);
            t = think > Duration{} ? end + think.si() : t + 0.9 * (end - t);
        }
    }
    finish(log, users.size());
    return log;
}

}  // namespace

TEST_CASE("sizes, run times, batches and users of a generated log are found again",
          "[study][property]") {
    BatchModel const model = known_model();
    for (std::uint64_t const seed : {1, 2, 3}) {
        auto const fit = fit_log(open_log(model, seed), "known", {});
        REQUIRE(fit);
        INFO("seed " << seed << "\n" << mix_yaml(*fit));
        REQUIRE(fit->model.classes.size() == 2);
        for (std::size_t k = 0; k < 2; ++k) {
            SizeClass const& found = fit->model.classes[k];
            SizeClass const& known = model.classes[k];
            CHECK(found.size == known.size);
            CHECK(found.share == Approx(known.share).margin(0.08));
            CHECK(found.batch.single == Approx(known.batch.single).margin(0.04));
            CHECK(found.batch.mu == Approx(known.batch.mu).margin(0.12));
            CHECK(found.batch.sigma == Approx(known.batch.sigma).margin(0.15));
            CHECK(found.alike == Approx(known.alike).margin(0.15));
            CHECK(fit->classes[k].run_ks < 0.05);
        }
        CHECK(fit->model.gap.si() == Approx(20.0).epsilon(0.05));
        REQUIRE(fit->habits);
        CHECK(fit->habits->habits.activity == Approx(1.0).margin(0.1));
        CHECK(fit->habits->habits.size == Approx(0.6).margin(0.08));
        CHECK(fit->gap_ks < 0.03);
        REQUIRE(fit->request);
        CHECK(fit->request->request_ks < 0.06);
        CHECK(fit->request->model.limit_weight == Approx(0.4).margin(0.1));
        for (double const weight : fit->model.hours)
            CHECK(weight * 24.0 / 12000.0 == Approx(1.0).margin(0.2));
    }
}

TEST_CASE("what users repeat, and how long they think, is found again", "[study][property]") {
    BatchModel model = known_model();
    for (SizeClass& size : model.classes) size.batch = {1.0, 0.0, 0.0};
    for (std::uint64_t const seed : {1, 2, 3}) {
        auto const fit = fit_log(closed_log(model, seed), "known", {});
        REQUIRE(fit);
        REQUIRE(fit->habits);
        UserHabits const& habits = fit->habits->habits;
        INFO("seed " << seed << "\n" << mix_yaml(*fit));
        CHECK(habits.count == 300);
        CHECK(habits.activity < 0.1);  // all submitted the same number of batches
        CHECK(habits.size == Approx(0.6).margin(0.05));
        CHECK(habits.run == Approx(0.4).margin(0.1));
        CHECK(habits.request == Approx(0.5).margin(0.15));
        CHECK(habits.overlap == Approx(0.3).margin(0.03));
        CHECK(habits.think.mu == Approx(std::log(40000.0)).margin(0.05));
        CHECK(habits.think.sigma == Approx(0.8).margin(0.05));
        CHECK(fit->habits->think_ks < 0.03);
    }
}
