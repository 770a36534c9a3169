// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/decay.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

using namespace clustersim;
using namespace clustersim::slurm;

TEST_CASE("decay never grows with time and never leaves (0, 1]", "[slurm_priority][property]") {
    CHECK(rc::check([] {
        Decay const decay(Seconds{*rc::gen::inRange<std::int64_t>(60, 30 * 86400)});
        auto const earlier = *rc::gen::inRange<std::int64_t>(0, 86400);
        auto const later = earlier + *rc::gen::inRange<std::int64_t>(1, 7200);
        RC_ASSERT(decay.over(Seconds{later}) < decay.over(Seconds{earlier}));
        RC_ASSERT(decay.over(Seconds{earlier}) <= 1.0);
        RC_ASSERT(decay.over(Seconds{later}) > 0.0);
    }));
}
