// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/database.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

TEST_CASE("a database returns what was stored", "[sqlite][unit]") {
    ScratchFolder const folder;
    Database file = Database::open(folder / "a.sqlite", Database::Access::write);
    file.run("CREATE TABLE t (a TEXT, b INTEGER, c REAL)");
    Statement add = file.prepare("INSERT INTO t VALUES (?, ?, ?)");
    add.bind(0, "it's \"text\"").bind(1, std::int64_t{7}).bind(2, std::optional(0.5)).run();
    add.bind(0, "").bind(1, std::int64_t{8}).bind(2, std::optional<double>{}).run();
    Statement each = file.prepare("SELECT a, b, c FROM t ORDER BY b");
    REQUIRE(each.step());
    CHECK(each.text(0) == "it's \"text\"");
    CHECK(each.integer(1) == 7);
    CHECK(each.number(2) == 0.5);
    REQUIRE(each.step());
    CHECK(each.is_null(2));
    CHECK_FALSE(each.step());
    CHECK_FALSE(file.failed());
}

TEST_CASE("after an error the database does nothing until it is rolled back", "[sqlite][unit]") {
    ScratchFolder const folder;
    Database file = Database::open(folder / "a.sqlite", Database::Access::write);
    file.run("CREATE TABLE t (a INTEGER PRIMARY KEY)");
    file.run("BEGIN");
    file.run("INSERT INTO t VALUES (1)");
    file.run("INSERT INTO t VALUES (1)");
    CHECK(file.failed());
    CHECK(file.reason().find("UNIQUE") != std::string::npos);
    file.run("INSERT INTO t VALUES (2)");
    file.roll_back();
    CHECK_FALSE(file.failed());
    CHECK(file.value_of("SELECT count(*) FROM t") == "0");
}

TEST_CASE("a file that is no database is recognised", "[sqlite][unit]") {
    ScratchFolder const folder;
    Database file =
        Database::open(folder.write("a.sqlite", std::string(5000, 'x')), Database::Access::read);
    CHECK_FALSE(file.value_of("SELECT 1 FROM sqlite_master"));
    CHECK(file.is_foreign());
}

TEST_CASE("names and texts are quoted", "[sqlite][unit]") {
    CHECK(Database::quoted("it's") == "'it''s'");
    CHECK(Database::quoted_name("a\"b") == "\"a\"\"b\"");
}

TEST_CASE("the bytes of a database in memory are those of a file", "[sqlite][unit]") {
    auto const made = [] {
        Database file = Database::in_memory();
        file.run("CREATE TABLE t (a TEXT)");
        file.prepare("INSERT INTO t VALUES (?)").bind(0, "x").run();
        return file.bytes();
    };
    std::string const bytes = made();
    CHECK(bytes == made());
    CHECK(bytes.starts_with("SQLite format 3"));
    ScratchFolder const folder;
    folder.write("a.sqlite", bytes);
    Database file = Database::open(folder / "a.sqlite", Database::Access::read);
    CHECK(file.value_of("SELECT a FROM t") == "x");
    Database broken = Database::in_memory();
    broken.run("CREATE nothing");
    CHECK(broken.bytes().empty());
}
