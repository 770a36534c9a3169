// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/decay.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

TEST_CASE("decay subtracts 0.693 over the half-life each second (TV-10)",
          "[slurm_priority][unit]") {
    Decay const week(Seconds{604800});
    CHECK(week.per_second() == Approx(0.9999988541666667).epsilon(1e-15));
    CHECK(week.over(Seconds{300}) == Approx(0.99965630888).epsilon(1e-11));
    CHECK(week.over(Seconds{604800}) == Approx(0.5000733971).epsilon(1e-9));
    Decay const day(Seconds{86400});
    CHECK(day.per_second() == Approx(0.9999919791666667).epsilon(1e-15));
    CHECK(day.over(Seconds{60}) == Approx(0.99951886385).epsilon(1e-11));
    CHECK(day.over(Seconds{86400}) == Approx(0.50007220588).epsilon(1e-11));
}

TEST_CASE("decay is off with a half-life of zero", "[slurm_priority][unit]") {
    CHECK(Decay(Seconds{0}).over(Seconds{1000000}) == 1.0);
    CHECK(Decay().per_second() == 1.0);
}
