// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/moment_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

constexpr std::int64_t origin = 1767225600;  // 2026-01-01T00:00:00

std::int64_t seconds(std::string_view text) {
    auto const moment = parse_moment(text, origin);
    REQUIRE(moment);
    CHECK_FALSE(moment->after_submission);
    return moment->seconds;
}

}  // namespace

TEST_CASE("a moment is given by the time since the start", "[slurm_views][unit]") {
    CHECK(seconds("2d4h") == 2 * 86400 + 4 * 3600);
    CHECK(seconds("1w") == 604800);
    CHECK(seconds("90m") == 5400);
    CHECK(seconds("90min30s") == 5430);
    CHECK(seconds("3600") == 3600);
    CHECK(seconds("0") == 0);
}

TEST_CASE("a moment is given by the calendar", "[slurm_views][unit]") {
    CHECK(seconds("2026-01-01T00:00:00") == 0);
    CHECK(seconds("2026-01-03T12:00") == 2 * 86400 + 12 * 3600);
    CHECK(seconds("2026-02-01") == 31 * 86400);
    CHECK(seconds("2025-12-31T23:59:59") == -1);
}

TEST_CASE("a moment is given relative to the submission of the study's jobs",
          "[slurm_views][unit]") {
    auto const check = [](std::string_view text, std::int64_t expected) {
        auto const moment = parse_moment(text, origin);
        REQUIRE(moment);
        CHECK(moment->after_submission);
        CHECK(moment->seconds == expected);
    };
    check("submit", 0);
    check("submit+2h30m", 9000);
    check("submit-10m", -600);
}

TEST_CASE("an invalid moment is refused with a description of valid ones", "[slurm_views][unit]") {
    for (char const* const text : {"",
                                   "h",
                                   "4h2d",
                                   "2d4",
                                   "2x",
                                   "-5",
                                   "submit2h",
                                   "submit+",
                                   "2026-13-01",
                                   "2026-02-30",
                                   "2026-01-01T24:00",
                                   "2026-01-01T12",
                                   "2026-01-01T12:00:00Z",
                                   "99999999999999999999",
                                   "999999999999w",
                                   "1h1h"}) {
        INFO(text);
        CHECK_FALSE(parse_moment(text, origin));
    }
    CHECK(parse_moment("now", origin).error().items()[0].message == "\"now\" is not a moment");
}
