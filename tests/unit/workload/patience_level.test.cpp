// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/patience_level.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Duration const dial = seconds(36.0 * 3600.0);

/// The mean backlog over the last ten of 40 days of a queue that is `beyond` times as long as the patience of its users.
Duration kept(PatienceLevel& level, double beyond) {
    constexpr std::int64_t step = 600;
    constexpr std::int64_t counted_from = 30 * 86400;
    double const melting = static_cast<double>(step) / dial.si();
    Duration backlog{};
    Duration sum{};
    int count = 0;
    for (std::int64_t t = 0; t < 40 * 86400; t += step) {
        level.observe(Instant{t}, backlog);
        if (t >= counted_from) {
            sum = sum + backlog;
            ++count;
        }
        backlog = backlog + melting * (beyond * level.scale() * dial - backlog);
    }
    return (1.0 / count) * sum;
}

}  // namespace

TEST_CASE("the mean backlog becomes the dial", "[workload][unit]") {
    for (double const beyond : {0.6, 1.0, 1.9, 8.0}) {
        CAPTURE(beyond);
        PatienceLevel level(dial);
        CHECK(kept(level, beyond) / dial == Approx(1.0).epsilon(0.2));
    }
}

TEST_CASE("the scale of patience has bounds", "[workload][unit]") {
    PatienceLevel never(dial);  // a queue that limits keep short
    CHECK(kept(never, 0.01) / dial == Approx(0.02));
    CHECK(never.scale() == Approx(2.0));
    PatienceLevel always(dial);  // one batch is longer than the dial
    CHECK(kept(always, 100.0) / dial == Approx(100.0 / 16.0).epsilon(0.05));
    CHECK(always.scale() == Approx(1.0 / 16.0));
}

TEST_CASE("the rush at the beginning does not change the patience", "[workload][unit]") {
    PatienceLevel level(dial);
    for (int hour = 0; hour <= 72; ++hour) level.observe(Instant{hour * 3600}, 3.0 * dial);
    CHECK(level.scale() == 1.0);
    level.observe(Instant{73 * 3600}, 3.0 * dial);
    CHECK(level.scale() < 1.0);
}

TEST_CASE("the level goes on after the clock was set back", "[workload][unit]") {
    PatienceLevel level(dial);
    level.observe(Instant{0}, 2.0 * dial);
    level.observe(Instant{4 * 86400}, 2.0 * dial);
    PatienceLevel same = level;
    level.set_back(Seconds{4 * 86400});
    level.observe(Instant{3600}, 2.0 * dial);
    same.observe(Instant{4 * 86400 + 3600}, 2.0 * dial);
    CHECK(level.scale() == same.scale());
    CHECK(level.scale() < 1.0);
}
