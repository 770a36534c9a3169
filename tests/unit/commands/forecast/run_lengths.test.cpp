// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/run_lengths.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <span>
#include <vector>

namespace clustersim {

namespace {

/// Jobs of a user that ended after `share` of their limit of an hour.
std::vector<slurm::QueuedJob> ended_jobs(std::string const& user, int count, double share) {
    std::vector<slurm::QueuedJob> jobs;
    for (int i = 0; i < count; ++i) {
        auto& job = jobs.emplace_back();
        job.request.user = user;
        job.request.time_minutes = 60;
        job.state = slurm::JobState::completed;
        job.start = Instant{1000};
        job.end = *job.start + Seconds{static_cast<std::int64_t>(3600 * share)};
    }
    return jobs;
}

constexpr Seconds hour{3600};

}  // namespace

TEST_CASE("a user's own ended jobs say how long the next one runs", "[forecast]") {
    auto jobs = ended_jobs("ann", 12, 0.25);
    auto const others = ended_jobs("bob", 40, 0.75);
    jobs.insert(jobs.end(), others.begin(), others.end());
    RunLengths const runs(slurm::plain_site(4, 4), jobs, nullptr, 1);
    CHECK(runs.from_history());
    CHECK(runs.draw("ann", hour, Seconds{0}, 0.3) == Seconds{900});
    CHECK(runs.draw("bob", hour, Seconds{0}, 0.5) == Seconds{2700});
    // Somebody unknown is like all: a quarter of them like ann.
    CHECK(runs.draw("eve", hour, Seconds{0}, 0.1) == Seconds{900});
    CHECK(runs.draw("eve", hour, Seconds{0}, 0.9) == Seconds{2700});
}

TEST_CASE("a job runs longer than it has run already", "[forecast]") {
    auto const jobs = ended_jobs("ann", 50, 0.25);
    RunLengths const runs(slurm::plain_site(4, 4), jobs, nullptr, 1);
    for (double const chance : {0.0, 0.3, 0.6, 0.999}) {
        CHECK(runs.draw("ann", hour, Seconds{1800}, chance) > Seconds{1800});
        CHECK(runs.draw("ann", hour, Seconds{3700}, chance) > Seconds{3700});
    }
    // It has outlasted all known jobs: any end up to its limit is equally likely.
    CHECK(runs.draw("ann", hour, Seconds{1800}, 0.5) == Seconds{2700});
}

TEST_CASE("a job that reaches its limit runs beyond it", "[forecast]") {
    auto const jobs = ended_jobs("ann", 50, 1.0);
    RunLengths const runs(slurm::plain_site(4, 4), jobs, nullptr, 1);
    CHECK(runs.draw("ann", hour, Seconds{0}, 0.5) > hour);
}

TEST_CASE("without ended jobs and without a mix, any share of the limit is equally likely",
          "[forecast]") {
    RunLengths const runs(slurm::plain_site(4, 4), std::span<slurm::QueuedJob const>{}, nullptr, 1);
    CHECK_FALSE(runs.from_history());
    CHECK(runs.draw("ann", hour, Seconds{0}, 0.5) == Seconds{1800});
    CHECK(runs.draw("ann", hour, Seconds{1800}, 0.5) == Seconds{2700});
    CHECK(runs.source().find("equally likely") != std::string::npos);
    // No limit at all: still an end.
    CHECK(runs.draw("ann", Seconds{0}, Seconds{100}, 0.5) > Seconds{100});
}

TEST_CASE("with too few ended jobs the mix says it", "[forecast]") {
    auto const mix = load_mix("archer2", std::string(PROJECT_DIR) + "/workloads/mixes");
    REQUIRE(mix);
    RunLengths const runs(slurm::plain_site(4, 4), ended_jobs("ann", 3, 0.5), &*mix, 1);
    CHECK_FALSE(runs.from_history());
    CHECK(runs.source().find("archer2") != std::string::npos);
    auto const low = runs.draw("eve", hour, Seconds{0}, 0.1);
    auto const high = runs.draw("eve", hour, Seconds{0}, 0.9);
    CHECK(low < high);
    // The same seed gives the same shares.
    RunLengths const again(slurm::plain_site(4, 4), ended_jobs("ann", 3, 0.5), &*mix, 1);
    CHECK(again.draw("eve", hour, Seconds{0}, 0.1) == low);
}

}  // namespace clustersim
