// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/cut_off.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Date day(char const* text) {
    return *parse_date(text);
}

}  // namespace

TEST_CASE("the last cut-off leaves the time to the start", "[allocate][unit]") {
    CutOffs cut_offs;
    cut_offs.days = {day("2026-03-30"), day("2026-09-04")};
    cut_offs.as_of = "2026-08";
    CHECK_FALSE(last_cut_off(cut_offs, day("2027-01-11")));  // how long it takes is not known
    cut_offs.days_to_start = 100.0;
    CHECK(last_cut_off(cut_offs, day("2027-01-11")) == day("2026-09-04"));
    CHECK(last_cut_off(cut_offs, day("2026-12-12")) == day("2026-03-30"));
    CHECK_FALSE(last_cut_off(cut_offs, day("2026-06-01")));
    CHECK(cut_off_text(cut_offs, day("2026-06-01")) ==
          "no known cut-off allows a start on 2026-06-01: 2026-03-30, 2026-09-04 (first jobs about "
          "100 days later; as of 2026-08)");
}

TEST_CASE("a cut-off of every month is that of the month before, if need be", "[allocate][unit]") {
    CutOffs cut_offs;
    cut_offs.month_days = {1, 15};
    cut_offs.days_to_start = 14.0;
    CHECK(last_cut_off(cut_offs, day("2027-01-30")) == day("2027-01-15"));
    CHECK(last_cut_off(cut_offs, day("2027-01-11")) == day("2026-12-15"));
    cut_offs.month_days.clear();
    cut_offs.always = true;
    CHECK(last_cut_off(cut_offs, day("2027-01-11")) == day("2026-12-28"));
    cut_offs.days_to_start = 0.0;
    cut_offs.as_of = "2026-08-21";
    CHECK(cut_off_text(cut_offs, day("2027-01-11")) ==
          "for a start on 2027-01-11, apply by 2027-01-11 (granted at once; as of 2026-08-21)");
}
