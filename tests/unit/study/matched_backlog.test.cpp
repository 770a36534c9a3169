// SPDX-License-Identifier: Apache-2.0
#include "sim/study/matched_backlog.hpp"

#include "tests/support/catch.hpp"

#include <cmath>
#include <vector>

using namespace clustersim;

namespace {

constexpr double hour = 3600.0;
Backlog const prior{seconds(20.0 * hour), seconds(40.0 * hour), seconds(80.0 * hour)};

/// Waits that grow with the square of the backlog: 1 h at 40 h, a quarter of it at half of that.
std::vector<TriedBacklog> tried(std::size_t records) {
    std::vector<TriedBacklog> all;
    for (double const backlog : {5.0, 10.0, 20.0, 40.0, 80.0, 160.0}) {
        double const wait = hour * backlog * backlog / 1600.0;
        all.push_back({seconds(backlog * hour),
                       std::vector<std::vector<double>>(records, {0.7 * wait, wait, 1.4 * wait})});
    }
    return all;
}

RecordedWait waited(double hours, std::string date) {
    RecordedWait one;
    one.walltime = Seconds{3600};
    one.wait = Seconds{static_cast<std::int64_t>(hours * hour)};
    one.date = std::move(date);
    return one;
}

}  // namespace

TEST_CASE("recorded waits move the backlog to where the simulated ones are like them",
          "[study][unit]") {
    std::vector const longer{waited(16.0, "2026-01"), waited(14.0, "2026-02")};
    MatchedBacklog const high = match_backlog(prior, longer, tried(2));
    CHECK(high.range.usual > seconds(80.0 * hour));
    CHECK(high.range.brief < high.range.usual);
    CHECK(high.range.usual < high.range.extended);
    CHECK(high.basis == "from 2 recorded waits of 2026");
    CHECK(high.warnings.empty());
    std::vector const shorter{waited(0.1, "2025"), waited(0.05, "2026-02")};
    MatchedBacklog const low = match_backlog(prior, shorter, tried(2));
    CHECK(low.range.usual < seconds(20.0 * hour));
    CHECK(low.basis == "from 2 recorded waits of 2025 to 2026");
}

TEST_CASE("many waits of one date are one observation of the queue", "[study][unit]") {
    std::vector<RecordedWait> const once{waited(16.0, "2026-01-01")};
    std::vector<RecordedWait> const often(9, waited(16.0, "2026-01-01"));
    MatchedBacklog const one = match_backlog(prior, once, tried(1));
    MatchedBacklog const many = match_backlog(prior, often, tried(9));
    CHECK(many.range.usual == one.range.usual);
    CHECK(many.basis == "from 9 recorded waits of 2026");
}

TEST_CASE("a bound moves the backlog only if it is beyond what is usual", "[study][unit]") {
    RecordedWait bound = waited(0.0, "2026");
    bound.wait.reset();
    bound.at_most = Seconds{86400 * 30};
    std::vector<RecordedWait> const weak{bound};
    CHECK(match_backlog(prior, weak, tried(1)).range.usual / prior.usual ==
          Approx(1.0).margin(0.15));
    bound.at_most = Seconds{120};
    std::vector<RecordedWait> const strong{bound};
    CHECK(match_backlog(prior, strong, tried(1)).range.usual < 0.5 * prior.usual);
}

TEST_CASE("waits that contradict each other, or that no backlog explains, are told",
          "[study][unit]") {
    std::vector const apart{waited(16.0, "2026-01"), waited(0.01, "2026-02")};
    MatchedBacklog const contradiction = match_backlog(prior, apart, tried(2));
    REQUIRE(contradiction.warnings.items().size() == 1);
    CHECK(contradiction.warnings.items()[0].message.find("contradict each other") !=
          std::string::npos);
    std::vector<TriedBacklog> gaps = tried(1);
    for (TriedBacklog& one : gaps) one.waits = {{10.0, 20.0, 30.0}};
    std::vector<RecordedWait> const held_up{waited(18.0, "2026-09-17")};
    MatchedBacklog const unexplained = match_backlog(prior, held_up, gaps);
    REQUIRE(unexplained.warnings.items().size() == 1);
    CHECK(
        unexplained.warnings.items()[0].message ==
        "no backlog explains the wait of 18 h that was recorded on 2026-09-17 with a node of 1 h: "
        "simulated, it waits at most 30 s");
}
