// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/words_line.hpp"

#include "tests/support/catch.hpp"

namespace clustersim::slurm {

TEST_CASE("a line of scontrol is read word by word", "[snapshot]") {
    NamedText const text{
        "jobs.txt",
        "\nJobId=12 Priority=-3 Account=(null) StartTime=1704153901 Mem=1 Mem=2\nno words\n"};
    auto const lines = words_lines(text);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].number("JobId") == 12);
    CHECK(lines[0].number("Priority") == -3);
    CHECK(lines[0].text("Account").empty());
    CHECK(lines[0].has("Account"));
    CHECK(lines[0].time("StartTime") == 1704153901);
    CHECK(lines[0].text("Mem") == "1");
    CHECK(lines[0].all().size() == 6);
    CHECK(lines[0].line().number == 2);
}

TEST_CASE("times are Unix seconds, or dates in UTC, and nothing else", "[snapshot]") {
    CHECK(unix_time("1704153901") == 1704153901);
    CHECK(unix_time("2024-01-02T00:05:01") == 1704153901);
    CHECK_FALSE(unix_time("Unknown"));
    CHECK_FALSE(unix_time("16:30"));
    CHECK_FALSE(unix_time("tomorrow"));
}

TEST_CASE("amounts of trackable resources have memory in MB", "[snapshot]") {
    auto const amounts = tres_amounts("cpu=8,mem=1000G,gres/gpu=4,broken");
    REQUIRE(amounts.size() == 3);
    CHECK(amounts[0] == std::pair(std::string("cpu"), 8.0));
    CHECK(amounts[1] == std::pair(std::string("mem"), 1024000.0));
    CHECK(amounts[2] == std::pair(std::string("gres/gpu"), 4.0));
}

TEST_CASE("a leading number is finite", "[snapshot]") {
    CHECK(leading_number("12.5G") == 12.5);
    CHECK(leading_number("-3") == -3.0);
    for (char const* text : {"inf", "-inf", "nan", "1e999", "", "G"})
        CHECK_FALSE(leading_number(text));
}

}  // namespace clustersim::slurm
