// SPDX-License-Identifier: Apache-2.0
#include "models/machine/upkeep.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

namespace {

Date day(char const* text) {
    return parse_date(text).value();
}

}  // namespace

TEST_CASE("a closed machine says since when and names its successor", "[machine][unit]") {
    CHECK(closed_text({}).empty());
    CHECK(closed_remark("old", {}).empty());
    Upkeep const closed{.closed = day("2026-07-31"), .successor = "new", .checked = {}};
    CHECK(closed_remark("old", closed) == "old closed on 2026-07-31; its successor is new");
    CHECK(closed_text({.closed = day("2026-07-31"), .successor = "", .checked = {}}) ==
          "closed on 2026-07-31");
}

TEST_CASE("facts are old a year after they were checked", "[machine][unit]") {
    Upkeep const checked{.closed = {}, .successor = "", .checked = day("2026-11-25")};
    CHECK_FALSE(is_outdated(checked, day("2027-11-25")));
    CHECK(is_outdated(checked, day("2027-11-27")));
    CHECK_FALSE(is_outdated({}, day("2099-01-01")));
}

TEST_CASE("the head of a machine's file says when it closed and was checked", "[machine][unit]") {
    auto const closed =
        read_machine(with("site: nowhere\n",
                          "site: nowhere\nchecked: 2026-11-25\nclosed: {value: 2026-07-31, source: "
                          "D, confidence: docs}\nsuccessor: new\n"));
    REQUIRE(closed);
    CHECK(closed->upkeep.closed == day("2026-07-31"));
    CHECK(closed->upkeep.checked == day("2026-11-25"));
    CHECK(closed->upkeep.successor == "new");
    CHECK(only_problem(with("site: nowhere\n", "site: nowhere\nsuccessor: new\n")) == "CS0110:6");
    CHECK(only_problem(with("site: nowhere\n", "site: nowhere\nchecked: yesterday\n")) ==
          "CS0105:6");
    CHECK(only_problem(with("power:", "remarks: {a: {note: b, source: D}}\npower:")) ==
          "CS0104:11");
}
