// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/batch_model.hpp"

#include "sim/workload/sample_batch.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/workload/day.hpp"

#include <array>
#include <cmath>
#include <map>
#include <vector>

using namespace clustersim;

namespace {

/// One size, single jobs, lognormal run times of median 1000 s in addition to 99 s, constant rate.
BatchModel plain() {
    BatchModel model;
    model.classes = {{8, 1.0, {1.0, 0.0, 0.0}, 0.0, {{1.0, std::log(1000.0), 1.0}}}};
    model.shortest = Seconds{99};
    model.gap = seconds(10.0);
    model.largest_batch = 20;
    model.hours.fill(1.0);
    model.days.fill(1.0);
    return model;
}

std::vector<Arrival> arrivals(BatchModel const& model, double per_day, std::int64_t days) {
    RandomStream random(7, "gpu centre");
    std::vector<Arrival> all;
    generate(model, {per_day / day, Seconds{days * day}}, random, [&](Arrival const& job, double) {
        all.push_back(job);
    });
    return all;
}

}  // namespace

TEST_CASE("the generated centre has the given rate, size and mean run time", "[workload][unit]") {
    auto const jobs = arrivals(plain(), 400.0, 100);
    CHECK(static_cast<double>(jobs.size()) == Approx(40000).epsilon(0.02));
    double cut = 0.0;
    for (Arrival const& job : jobs) {
        CHECK(job.size == 8);
        REQUIRE(job.run > Seconds{99});
        cut += static_cast<double>(std::min(job.run, Seconds{3600}).count);
    }
    CHECK(mean_run(plain(), plain().classes[0], Seconds{3600}).si() ==
          Approx(cut / static_cast<double>(jobs.size())).epsilon(0.02));
    // Far below the cut the lognormal has its own mean, e^(mu + sigma^2 / 2).
    CHECK(mean_run(plain(), plain().classes[0], Seconds{10'000'000}).si() ==
          Approx(99.5 + 1000.0 * std::exp(0.5)).epsilon(1e-4));
    CHECK(mean_run(plain(), plain().classes[0], Seconds{50}) == seconds(50.0));
}

TEST_CASE("batches have their mean number of equal jobs, a short gap apart", "[workload][unit]") {
    BatchModel model = plain();
    model.classes[0].batch = {0.25, 1.0, 0.8};
    model.classes[0].alike = 1.0;
    auto const jobs = arrivals(model, 50.0, 400);
    CHECK(static_cast<double>(jobs.size()) / 20000.0 ==
          Approx(mean_batch(model, model.classes[0])).epsilon(0.03));
    // alike = 1: the jobs of a batch have the same run time, so there are no more run times than
    // batches.
    std::map<std::int64_t, int> runs;
    for (Arrival const& job : jobs) ++runs[job.run.count];
    CHECK(runs.size() < 20500);
    model.classes[0].batch = {0.25, std::log(2.5), 0.0};
    CHECK(mean_batch(model, model.classes[0]) == Approx(0.25 + 0.75 * 4.0));
}

TEST_CASE("arrivals follow the hours of the day", "[workload][unit]") {
    BatchModel model = plain();
    model.hours.fill(0.0);
    model.hours[3] = 1.0;
    auto const jobs = arrivals(model, 100.0, 70);
    CHECK(static_cast<double>(jobs.size()) == Approx(7000).epsilon(0.05));
    std::int64_t first = day;
    std::int64_t last = 0;
    // The origin is at any moment of the week: measure from the first job, half a day before and
    // after.
    for (Arrival const& job : jobs) {
        std::int64_t const at = (job.submit - jobs.front().submit).count % day;
        std::int64_t const around = at > day / 2 ? at - day : at;
        first = std::min(first, around);
        last = std::max(last, around);
    }
    CHECK(last - first <= 3600);
    CHECK(last - first > 3300);
}
