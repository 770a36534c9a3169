// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/simulated_columns.hpp"

#include "sim/history/waits/queue_history.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/history/friction/synthetic_log.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

using namespace clustersim;

namespace {

FeatureTable history_of(Past const& log) {
    WaitNames names;
    return queue_features(log, names);
}

FeatureTable simulated(Past const& log,
                       LearningOptions const& options = {},
                       std::optional<std::size_t> asked = {}) {
    auto const columns = simulated_columns(log, history_of(log), options, asked);
    REQUIRE(columns);
    return *columns;
}

bool has_simulation(FeatureTable const& table, std::size_t job) {
    return !std::isnan(table.row(job)[0]);
}

/// How far rows differ, missing values being equal to each other.
bool same_rows(FeatureTable const& left, FeatureTable const& right, std::size_t rows) {
    auto const equal = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (std::size_t i = 0; i < rows; ++i)
        if (!std::ranges::equal(left.row(i), right.row(i), equal)) return false;
    return true;
}

double correlation(std::vector<double> const& x, std::vector<double> const& y) {
    auto const n = static_cast<double>(x.size());
    auto const mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
    auto const mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return xy / std::sqrt(xx * yy);
}

}  // namespace

TEST_CASE("what is simulated follows the waits of a machine under the same rules", "[waits]") {
    auto const log = synthetic_log(28, {});
    auto const columns = simulated(log);
    std::vector<double> forecast;
    std::vector<double> recorded;
    for (std::size_t i = 0; i < log.jobs.size(); ++i) {
        if (!has_simulation(columns, i)) continue;
        auto const row = columns.row(i);
        CHECK(row[1] <= row[0]);
        CHECK(row[0] <= row[2]);
        forecast.push_back(row[0]);
        auto const wait = static_cast<double>(log.jobs[i].wait().count);
        recorded.push_back(std::log10(wait + 1.0));
    }
    // The first week has no run times to go by.
    REQUIRE(forecast.size() > log.jobs.size() / 2);
    CHECK(correlation(forecast, recorded) > 0.8);
}

TEST_CASE("nothing that comes later changes what is simulated", "[waits]") {
    auto log = synthetic_log(21, {});
    auto const before = simulated(log);
    std::size_t const last = log.jobs.size() * 3 / 4;
    Instant const now = log.jobs[last].submit;
    for (PastJob& job : log.jobs) {
        if (job.submit > now) job.nodes = 1;
        if (job.start >= now) job.start = job.start + Seconds{5 * day};
        if (job.end >= now) job.end = std::max(job.start, job.end) + Seconds{7 * day};
    }
    CHECK(same_rows(before, simulated(log), last + 1));
}

TEST_CASE("what is simulated does not depend on the number of workers", "[waits]") {
    auto const log = synthetic_log(14, {});
    LearningOptions three;
    three.work.workers = 3;
    CHECK(same_rows(simulated(log), simulated(log, three), log.jobs.size()));
}

TEST_CASE("with little work allowed, the latest jobs and the asked one are simulated", "[waits]") {
    auto const log = synthetic_log(21, {});
    LearningOptions little;
    little.simulated_work = 1e4;
    auto const columns = simulated(log, little, log.jobs.size() / 2);
    CHECK(has_simulation(columns, log.jobs.size() - 1));
    CHECK(has_simulation(columns, log.jobs.size() / 2));
    CHECK_FALSE(has_simulation(columns, log.jobs.size() / 2 + 1));
    std::vector<std::size_t> all(log.jobs.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    CHECK(simulated_rows(columns, all) < log.jobs.size() / 2);
    auto const much = simulated(log);
    CHECK(columns.row(log.jobs.size() / 2)[0] == much.row(log.jobs.size() / 2)[0]);
}

TEST_CASE("jobs that nothing is learned from are not simulated", "[waits]") {
    auto log = synthetic_log(14, {});
    log.known_until = log.jobs.back().submit - Seconds{1};
    CHECK_FALSE(has_simulation(simulated(log), log.jobs.size() - 1));
    CHECK(has_simulation(simulated(log, {}, log.jobs.size() - 1), log.jobs.size() - 1));
}

TEST_CASE("an interrupted simulation has no columns", "[waits]") {
    auto const log = synthetic_log(14, {});
    LearningOptions options;
    options.work.interrupted = [] { return true; };
    CHECK_FALSE(simulated_columns(log, history_of(log), options));
}
