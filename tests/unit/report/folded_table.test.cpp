// SPDX-License-Identifier: Apache-2.0
#include "sim/report/folded_table.hpp"

#include "sim/report/table.hpp"
#include "tests/support/catch.hpp"

#include <sstream>

using namespace clustersim;

namespace {

Table wide() {
    Table table;
    table.add_column("job", false);
    for (char const* title : {"one", "twenty-two", "three", "forty-four"}) table.add_column(title);
    table.rows = {{"train", "1", "22", "3", "44"}, {"evaluate", "µs", "2", "3", "4"}};
    return table;
}

std::size_t widest_line(Table const& table) {
    std::istringstream lines(to_plain(table));
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
    return widest;
}

}  // namespace

TEST_CASE("a table that fits stays whole", "[report][unit]") {
    auto const parts = folded(wide(), 80);
    REQUIRE(parts.size() == 1);
    CHECK(to_plain(parts.front()) == to_plain(wide()));
}

TEST_CASE("a wide table is folded, with its keys in front of every part", "[report][unit]") {
    auto const parts = folded(wide(), 28);
    REQUIRE(parts.size() == 2);
    std::size_t columns = 0;
    for (Table const& part : parts) {
        CHECK(part.columns.front().title == "job");
        CHECK(part.rows.size() == 2);
        CHECK(widest_line(part) <= 28);
        columns += part.columns.size() - 1;
    }
    CHECK(columns == 4);
    CHECK(parts[1].rows[0] == std::vector<std::string>{"train", "3", "44"});
}

TEST_CASE("the columns that tell rows apart begin every part", "[report][unit]") {
    Table table = wide();
    table.rows[1][0] = "train";
    auto const parts = folded(table, 30);
    REQUIRE(parts.size() > 1);
    CHECK(parts[1].columns[1].title == "one");
    table.keys = 1;
    CHECK(folded(table, 30)[1].columns[1].title != "one");
}

TEST_CASE("a later part has no rows that say nothing", "[report][unit]") {
    Table table = wide();
    table.rows[1] = {"evaluate", "1", "", "", ""};
    auto const parts = folded(table, 20);
    REQUIRE(parts.size() > 1);
    CHECK(parts[0].rows.size() == 2);
    CHECK(parts[1].rows.size() == 1);
}

TEST_CASE("a column wider than the terminal has a table of its own", "[report][unit]") {
    auto const parts = folded(wide(), 5);
    CHECK(parts.size() == 4);
}

TEST_CASE("special characters of LaTeX are escaped", "[report][unit]") {
    Table table;
    table.add_column("share_of", false);
    table.rows = {{"50 % & {more} $1 #2 ~ ^ \\"}};
    std::string const text = to_latex(table);
    CHECK(text.find("\\begin{tabular}{l}\n\\toprule\nshare\\_of") == 0);
    CHECK(text.find("50 \\% \\& \\{more\\} \\$1 \\#2 \\textasciitilde{} \\textasciicircum{} "
                    "\\textbackslash{}") != std::string::npos);
    CHECK(text.find("\\bottomrule\n\\end{tabular}\n") != std::string::npos);
}
