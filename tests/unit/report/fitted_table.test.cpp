// SPDX-License-Identifier: Apache-2.0
#include "sim/report/fitted_table.hpp"

#include "sim/core/text_width.hpp"
#include "sim/report/table.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <sstream>

using namespace clustersim;

namespace {

Table with_notes() {
    Table table;
    table.add_column("key", false);
    table.add_column("value");
    table.add_column("note", false);
    table.rows = {{"nodes", "5,884", "of which one rack has fewer and two are empty"},
                  {"clock", "3.1 GHz", ""}};
    return table;
}

std::size_t widest_of(std::string const& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, text_width(line));
    return widest;
}

}  // namespace

TEST_CASE("a long text goes on in the lines below", "[report][unit]") {
    CHECK(to_plain(with_notes(), 44) == "key      value  note\n"
                                        "nodes    5,884  of which one rack has fewer\n"
                                        "                and two are empty\n"
                                        "clock  3.1 GHz\n");
}

TEST_CASE("a table that fits is unchanged", "[report][unit]") {
    CHECK(to_plain(with_notes(), 80) == to_plain(with_notes()));
}

TEST_CASE("a table is folded if narrower texts are not enough", "[report][unit]") {
    std::string const text = to_plain(with_notes(), 34);
    CHECK(widest_of(text) <= 34);
    CHECK(text.find("\n\nkey") != std::string::npos);
}

TEST_CASE("a name without blanks is broken where it must be", "[report][unit]") {
    Table table;
    table.add_column("name", false);
    table.add_column("wait");
    table.rows = {{std::string(200, 'x'), "5 s"}, {"日本日本日本日本日本日本日本日本", "6 s"}};
    CHECK(widest_of(to_plain(table, 60)) <= 60);
}

TEST_CASE("a control character takes its written width", "[report][unit]") {
    Table table;
    table.add_column("name", false);
    table.add_column("wait");
    table.rows = {{"a\x1b[31mb\n", "5 s"}};
    CHECK(to_plain(table, 80) == "name          wait\na\\x1b[31mb\\n   5 s\n");
}
