// SPDX-License-Identifier: Apache-2.0
#include "sim/study/missed_backlog.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

RunAnswer with_backlogs(std::size_t replicates, Duration each) {
    RunAnswer run;
    run.place.system = "hand-made";
    run.place.partition = "batch";
    run.terms.background.mix = "curie";
    run.terms.background.backlog = Backlog::exactly(seconds(12.0 * 3600.0));
    run.terms.background.queues.assign(replicates, QueueState{0.9, each});
    return run;
}

}  // namespace

TEST_CASE("a backlog beyond a factor of three of the one asked for is a warning", "[study][unit]") {
    CHECK(missed_backlog(with_backlogs(20, seconds(5.0 * 3600.0))).items().empty());
    CHECK(missed_backlog(with_backlogs(20, seconds(30.0 * 3600.0))).items().empty());
    Diagnostics const shorter = missed_backlog(with_backlogs(20, seconds(3600.0)));
    REQUIRE(shorter.items().size() == 1);
    CHECK(shorter.items()[0].severity == Severity::warning);
    CHECK(shorter.items()[0].message ==
          "the users keep 1 h of work pending in partition batch of hand-made, not 12 h as asked");
    Diagnostics const longer = missed_backlog(with_backlogs(20, seconds(40.0 * 3600.0)));
    REQUIRE(longer.items().size() == 1);
    CHECK(longer.items()[0].help != shorter.items()[0].help);
}

TEST_CASE("each queue of a range is held against its own backlog", "[study][unit]") {
    RunAnswer run = with_backlogs(18, seconds(0.0));
    Backlog const range{seconds(3600.0), seconds(8.0 * 3600.0), seconds(80.0 * 3600.0)};
    run.terms.background.backlog = range;
    for (std::size_t r = 0; r < 18; ++r)
        run.terms.background.queues[r] = {0.9, range.of(length_of(r)), length_of(r)};
    CHECK(missed_backlog(run).items().empty());
}

TEST_CASE("few replicates and an offered load are no missed backlog", "[study][unit]") {
    CHECK(missed_backlog(with_backlogs(9, seconds(60.0))).items().empty());
    RunAnswer load = with_backlogs(20, seconds(60.0));
    load.terms.background.backlog.reset();
    CHECK(missed_backlog(load).items().empty());
}
