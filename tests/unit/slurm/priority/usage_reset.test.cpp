// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/usage_reset.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {
constexpr Seconds origin{1704196800};  // Tuesday 2024-01-02 12:00:00 UTC
constexpr Instant noon{0};
constexpr std::int64_t day = 86400;
}  // namespace

TEST_CASE("usage is reset at midnight of the next day, Sunday or first of a month (spec 5.4.6)",
          "[slurm_priority][unit]") {
    auto const next = [](UsageReset period, Instant last = noon) {
        return next_usage_reset(period, last, origin).since_origin;
    };
    constexpr auto midnight = -day / 2;  // of that Tuesday
    CHECK(next(UsageReset::daily) == midnight + day);
    CHECK(next(UsageReset::weekly) == midnight + 5 * day);  // Sunday 7 January
    CHECK(next(UsageReset::monthly) == midnight + 30 * day);
    CHECK(next(UsageReset::quarterly) == midnight + 90 * day);  // leap year: 1 April
    CHECK(next(UsageReset::yearly) == midnight + 365 * day);
    // From one reset to the next.
    CHECK(next(UsageReset::daily, {midnight + day}) == midnight + 2 * day);
    CHECK(next(UsageReset::weekly, {midnight + 5 * day}) == midnight + 12 * day);
    CHECK(next(UsageReset::monthly, {midnight + 30 * day}) == midnight + 59 * day);
    CHECK(next(UsageReset::quarterly, {midnight + 335 * day}) == midnight + 365 * day);  // December
}

TEST_CASE("usage is never reset without a period", "[slurm_priority][unit]") {
    CHECK(next_usage_reset(UsageReset::none, noon, origin) == Instant::never());
    CHECK(next_usage_reset(UsageReset::now, noon, origin) == Instant::never());
}
