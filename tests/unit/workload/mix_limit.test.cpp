// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix_limit.hpp"

#include "sim/workload/background.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/workload/thinkers.hpp"

#include <cmath>

using namespace clustersim;

namespace {

constexpr Seconds one_day{86400};

/// Jobs of some hours from a machine with a limit of a day; a tenth of their runs reaches it.
Mix of_a_day() {
    Mix mix = *thinkers();
    auto& runs = std::get<BatchModel>(mix.source).classes.front().runs;
    runs = {{1.0, std::log(86400.0) - 1.2816, 1.0}};
    mix.request = {{{Seconds{21600}, 1.0}, {Seconds{43200}, 1.0}}, 1.0, one_day};
    return mix;
}

/// Shares of the jobs that run to the limit and that ask for it.
std::pair<double, double> at_limit(Mix const& mix, Seconds limit) {
    PartitionShape partition = hundred_nodes;
    partition.max_walltime = limit;
    auto const jobs =
        make_background(mix, partition, 0.9, Seconds{400 * limit.count}, RandomStream(1, "jobs"))
            .jobs;
    double runs = 0.0;
    double asks = 0.0;
    for (Job const& job : jobs) {
        runs += job.run == limit ? 1.0 : 0.0;
        asks += job.requested == limit ? 1.0 : 0.0;
    }
    auto const all = static_cast<double>(jobs.size());
    return {runs / all, asks / all};
}

}  // namespace

TEST_CASE("under a shorter limit as many jobs reach it as under that of the log",
          "[workload][unit]") {
    Mix const mix = of_a_day();
    auto const [runs, asks] = at_limit(mix, one_day);
    CHECK(runs == Approx(0.1).margin(0.02));
    auto const [short_runs, short_asks] = at_limit(mix, Seconds{21600});
    CHECK(short_runs == Approx(runs).margin(0.02));
    CHECK(short_asks == Approx(asks).margin(0.02));
    Mix without = mix;
    without.request.limit.reset();
    CHECK(at_limit(without, Seconds{21600}).first > 3.0 * runs);
}

TEST_CASE("a longer limit leaves the jobs of the log as they are", "[workload][unit]") {
    Mix const mix = of_a_day();
    CHECK_FALSE(with_limit(mix, one_day));
    CHECK_FALSE(with_limit(mix, Seconds{3 * 86400}));
    CHECK(with_limit(mix, Seconds{43200})->request.menu.front().walltime == Seconds{10800});
}
