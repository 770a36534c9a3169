// SPDX-License-Identifier: Apache-2.0
#include "sim/study/measured_table.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("it reads quoted cells, comments and line ends of any kind", "[validation][unit]") {
    auto const table = parse_measured_table("# a remark\r\nId, Hardware ,n\r\n"
                                            "a,\"8x A100, \"\"SXM\"\"\",3\r\n\n"
                                            "b,\"two\nlines\",\n",
                                            "t.csv");
    REQUIRE(table);
    REQUIRE(table->columns == std::vector<std::string>{"id", "hardware", "n"});
    REQUIRE(table->rows.size() == 2);
    CHECK(table->rows[0].text("hardware") == "8x A100, \"SXM\"");
    CHECK(table->rows[0].line() == 3);
    CHECK(table->rows[0].whole("n") == 3);
    CHECK_FALSE(table->rows[1].number("n"));
    CHECK(table->rows[1].text("nothing of that name").empty());
}

TEST_CASE("it takes the number that a cell begins with", "[validation][unit]") {
    CHECK(leading_number("~250k") == Approx(250e3));
    CHECK(leading_number("41%") == Approx(41.0));
    CHECK(leading_number(">= 0.75") == Approx(0.75));
    CHECK(leading_number("1,234.5") == Approx(1234.5));
    CHECK(leading_number("2048 (16M tokens)") == Approx(2048.0));
    CHECK(leading_number("175B") == Approx(175e9));
    CHECK(leading_number("16 TF32 / 32 FP16") == Approx(16.0));
    CHECK_FALSE(leading_number("OOM"));
    CHECK_FALSE(leading_number("n/a"));
    CHECK_FALSE(leading_number(""));
    CHECK_FALSE(leading_number("--"));
}

TEST_CASE("it refuses a file without a header", "[validation][unit]") {
    CHECK_FALSE(parse_measured_table("", "empty.csv"));
    CHECK_FALSE(parse_measured_table("# only a remark\n", "empty.csv"));
    CHECK_FALSE(read_measured_table("/nowhere/at/all.csv"));
}

TEST_CASE("it separates rows that cannot be read and states why", "[validation][unit]") {
    auto const table = parse_measured_table("id,n\na,1,,\nb,2,3\ne\nc,\"4\nd,5\n", "t.csv");
    REQUIRE(table);
    REQUIRE(table->rows.size() == 1);  // empty cells beyond the header say nothing
    CHECK(table->rows[0].text("id") == "a");
    REQUIRE(table->broken.size() == 3);
    CHECK(table->broken[0].line == 3);
    CHECK(table->broken[0].id == "b");
    CHECK(table->broken[0].reason == "3 cells for 2 columns");
    CHECK(table->broken[1].reason == "1 cells for 2 columns");
    CHECK(table->broken[2].line == 5);
    CHECK(table->broken[2].reason == "an unclosed quote");
}

TEST_CASE("it refuses a header that names a column twice", "[validation][unit]") {
    CHECK_FALSE(parse_measured_table("id,n,N\n1,2,3\n", "t.csv"));
    CHECK(parse_measured_table("id,,\n1,2,3\n", "t.csv"));
}
