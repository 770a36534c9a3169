// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Table sample() {
    Table table;
    table.add_column("name", false);
    table.add_column("wait");
    table.rows = {{"a", "5 µs"}, {"longer, \"quoted\"", "12 h"}};
    return table;
}

}  // namespace

TEST_CASE("a plain table aligns by characters, not bytes", "[report][unit]") {
    CHECK(to_plain(sample()) == "name              wait\n"
                                "a                 5 µs\n"
                                "longer, \"quoted\"  12 h\n");
}

TEST_CASE("a Markdown table marks which columns are right-aligned", "[report][unit]") {
    CHECK(to_markdown(sample()) == "| name             | wait |\n"
                                   "|------------------|-----:|\n"
                                   "| a                | 5 µs |\n"
                                   "| longer, \"quoted\" | 12 h |\n");
}

TEST_CASE("CSV quotes what needs quoting and nothing else", "[report][unit]") {
    CHECK(to_csv(sample()) == "name,wait\na,5 µs\n\"longer, \"\"quoted\"\"\",12 h\n");
}

TEST_CASE("empty columns are removed", "[report][unit]") {
    Table table = sample();
    table.add_column("GPUs");
    table.rows[0].push_back("–");
    table.rows[1].push_back("–");
    drop_columns_of(table, "–");
    CHECK(to_plain(table) == to_plain(sample()));
    table.rows.clear();
    drop_columns_of(table, "–");
    CHECK(table.columns.size() == 2);
}
