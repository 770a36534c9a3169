// SPDX-License-Identifier: Apache-2.0
#include "sim/history/past_job.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("names are numbered in the order in which they are first asked for", "[history][unit]") {
    PastNames names;
    CHECK(names.number("bob") == 0);
    CHECK(names.number("ann") == 1);
    CHECK(names.number("bob") == 0);
    CHECK(names[1] == "ann");
    CHECK(names[2].empty());
    CHECK(names.size() == 2);
}

TEST_CASE("a run time is that between start and end, or the stated one", "[history][unit]") {
    PastJob job;
    job.submit = Instant{100};
    CHECK_FALSE(job.ended());
    job.end = Instant{160};
    CHECK_FALSE(job.run());
    job.stated_run = Seconds{50};
    CHECK(job.run() == Seconds{50});
    job.start = Instant{120};
    CHECK(job.wait() == Seconds{20});
    CHECK(job.run() == Seconds{40});
}

TEST_CASE("the size of a past job is that in nodes if they are known", "[history][unit]") {
    PastJob job;
    CHECK(job.size() == 0);
    job.gpus = 8;
    CHECK(job.size() == 8);
    job.nodes = 2;
    CHECK(job.size() == 2);
}
