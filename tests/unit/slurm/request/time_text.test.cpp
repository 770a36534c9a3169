// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/time_text.hpp"

#include "sim/slurm/site/limit_text.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// Instant 0 of the tests: 2026-11-21T08:00:00, a Saturday.
constexpr Seconds origin{1795248000};

std::string at(char const* text, MissingDate missing = MissingDate::future) {
    // 36 minutes and 4 seconds later.
    auto const got = parse_instant(text, {Instant{2164}, origin}, missing);
    return got ? instant_text(*got, origin) : "invalid";
}

}  // namespace

TEST_CASE("a time limit is whole minutes, rounded up (TV-54)", "[slurm_request][unit]") {
    CHECK(limit_minutes("90") == 90);
    CHECK_FALSE(limit_minutes("999999991-9030"));
    CHECK(limit_minutes("90:30") == 91);
    CHECK(limit_minutes("1:30:00") == 90);
    CHECK(limit_minutes("1-0") == 1440);
    CHECK(limit_minutes("1-2:30") == 1590);
    CHECK(limit_minutes("0:30") == 1);
    CHECK(limit_minutes("2-00:00:00") == 2880);
    CHECK(limit_minutes("-1") == unlimited_time);
    CHECK(limit_minutes("1-") == 1440);
    CHECK(limit_minutes("1-2") == 1560);
    for (char const* text : {"1:2:3:4", "abc", "1-2-3", ":30", ""}) {
        INFO(text);
        CHECK_FALSE(limit_minutes(text));
    }
}

TEST_CASE("durations are printed as by squeue (TV-55)", "[slurm_request][unit]") {
    CHECK(squeue_duration({8}) == "0:08");
    CHECK(squeue_duration({754}) == "12:34");
    CHECK(squeue_duration({3723}) == "1:02:03");
    CHECK(squeue_duration({172800}) == "2-00:00:00");
    CHECK(squeue_duration({-1}) == "INVALID");
}

TEST_CASE("a time limit as printed by squeue is read back unchanged", "[slurm_request][unit]") {
    for (std::int64_t minutes = 0; minutes < 5000; minutes += 7)
        CHECK(limit_minutes(squeue_duration({60 * minutes})) == minutes);
}

TEST_CASE("an instant is read from its text (spec 12.3)", "[slurm_request][unit]") {
    CHECK(at("now") == "2026-11-21T08:36:04");
    CHECK(at("now+90") == "2026-11-21T08:37:34");
    CHECK(at("now+2hours") == "2026-11-21T10:36:04");
    CHECK(at("now+1day") == "2026-11-22T08:36:04");
    CHECK(at("now + 2 weeks") == "2026-12-05T08:36:04");
    CHECK(at("now-10minutes") == "2026-11-21T08:26:04");
    CHECK(at("today") == "2026-11-21T00:00:00");
    CHECK(at("tomorrow") == "2026-11-22T00:00:00");
    CHECK(at("midnight") == "2026-11-22T00:00:00");
    CHECK(at("noon") == "2026-11-21T12:00:00");
    CHECK(at("fika") == "2026-11-21T15:00:00");
    CHECK(at("teatime tomorrow") == "2026-11-22T16:00:00");
    CHECK(at("2027-02-03") == "2027-02-03T00:00:00");
    CHECK(at("2027-02-03T04:05:06") == "2027-02-03T04:05:06");
    CHECK(at("2027-02-03 04:05") == "2027-02-03T04:05:00");
    CHECK(at("uts1795248000") == "2026-11-21T08:00:00");
}

TEST_CASE("a time of day is the next one (spec 12.3)", "[slurm_request][unit]") {
    CHECK(at("08:37") == "2026-11-21T08:37:00");
    CHECK(at("08:36:30") == "2026-11-22T08:36:30");
    CHECK(at("08:36") == "2026-11-22T08:36:00");
    CHECK(at("07:00") == "2026-11-22T07:00:00");
    CHECK(at("07:00", MissingDate::past) == "2026-11-21T07:00:00");
    CHECK(at("6:00 PM") == "2026-11-21T18:00:00");
    CHECK(at("12:30AM") == "2026-11-22T00:30:00");
    CHECK(at("12:30pm") == "2026-11-21T12:30:00");
}

TEST_CASE("a date without a year is the next one (spec 12.3)", "[slurm_request][unit]") {
    CHECK(at("1231") == "2026-12-31T00:00:00");
    CHECK(at("0131") == "2027-01-31T00:00:00");
    CHECK(at("0131", MissingDate::past) == "2026-01-31T00:00:00");
    CHECK(at("1231", MissingDate::past) == "2025-12-31T00:00:00");
    CHECK(at("01/31") == "2027-01-31T00:00:00");
    CHECK(at("12/31/28") == "2028-12-31T00:00:00");
    CHECK(at("12.31.28 10:00") == "2028-12-31T10:00:00");
    CHECK(at("123128") == "2028-12-31T00:00:00");
}

TEST_CASE("a text that is not an instant is refused", "[slurm_request][unit]") {
    for (char const* text : {"",
                             "x",
                             "now+",
                             "now+x",
                             "now+1parsec",
                             "now*2",
                             "24:00",
                             "10:60",
                             "1:2:3:4",
                             "13/01",
                             "02/30/25",
                             "2026-13-01",
                             "2026-01",
                             "13:00 PM",
                             "0:30 AM",
                             "noon noon",
                             "today tomorrow",
                             "uts",
                             "utsx",
                             "uts1700000000000",
                             "now+9999999weeks",
                             "now-923417w",
                             "now-104417w",
                             "123",
                             "1:",
                             ":30",
                             "10:00T2026-01-01",
                             "noon 10:00"}) {
        INFO(text);
        CHECK(at(text) == "invalid");
    }
}
