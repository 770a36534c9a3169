// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_file.hpp"

#include "sim/report/sqlite/sweep_reader.hpp"
#include "sim/study/metric_table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <iterator>

using namespace clustersim;

namespace {

SweepIdentity stored_sweep() {
    SweepIdentity identity;
    identity.version = "1.0";
    identity.title = "T";
    identity.scenario = R"({"seed": 1})";
    identity.hash = "h";
    identity.points = 4;
    identity.keys = {"jobs.train.nodes", "jobs.Train.nodes"};
    return identity;
}

/// A point on a scaling curve with half the efficiency for twice the nodes.
SweptPoint point_with(std::size_t number) {
    SweptPoint point;
    point.number = number;
    point.settings = {{"jobs.train.nodes", std::to_string(number)}, {"jobs.Train.nodes", "easy"}};
    point.system = "vega";
    point.replicates = 3;
    SweptJob job;
    job.name = "train";
    job.values.push_back({&metric_named("wait_median_s"), 10.0, 5.0, std::nullopt, "s"});
    job.scaling = CurvePoint{
        "curve", static_cast<int>(number), 100.0 / static_cast<double>(number), std::nullopt};
    point.jobs.push_back(job);
    return point;
}

std::unique_ptr<SweepStore> opened(std::filesystem::path const& path,
                                   SweepFileKind kind = SweepFileKind::complete) {
    auto store = open_sweep_file(path, stored_sweep(), kind, true);
    REQUIRE(store);
    return std::move(*store);
}

std::string content_of(std::filesystem::path const& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A finished file whose points were added in this order, each in a block of its own.
std::string finished(std::filesystem::path const& path, std::vector<std::size_t> const& order) {
    auto const store = opened(path);
    for (std::size_t const number : order) REQUIRE(store->add({{point_with(number)}, {}}));
    REQUIRE(store->finish());
    return content_of(path);
}

}  // namespace

TEST_CASE("the order in which points were answered does not change the file", "[sqlite][unit]") {
    ScratchFolder const folder;
    std::string const ordered = finished(folder / "a.sqlite", {1, 2, 3, 4});
    CHECK(ordered.starts_with("SQLite format 3"));
    CHECK(finished(folder / "b.sqlite", {4, 2, 1, 3}) == ordered);
    CHECK_FALSE(std::filesystem::exists(folder / "a.sqlite.part"));
}

TEST_CASE("merged parts make the same file", "[sqlite][unit]") {
    ScratchFolder const folder;
    std::string const ordered = finished(folder / "a.sqlite", {1, 2, 3, 4});
    for (std::size_t const part : {1, 2}) {
        auto const store = opened(folder / ("p" + std::to_string(part)), SweepFileKind::part);
        REQUIRE(store->add({{point_with(2 * part - 1), point_with(2 * part)}, {}}));
        REQUIRE(store->finish());
    }
    {
        auto const store = opened(folder / "b.sqlite");
        REQUIRE(store->take(folder / "p2"));
        REQUIRE(store->take(folder / "p1"));
        REQUIRE(store->take(folder / "p1"));
        CHECK(store->answered() == std::vector<std::size_t>{1, 2, 3, 4});
        REQUIRE(store->finish());
    }
    CHECK(content_of(folder / "b.sqlite") == ordered);
    auto const store =
        open_sweep_file(folder / "c.sqlite", stored_sweep(), SweepFileKind::complete, false);
    auto const taken = (*store)->take(folder / "a.sqlite");
    REQUIRE_FALSE(taken);
    CHECK(says(taken.error().items().front().message, "complete result"));
}

TEST_CASE("values, ranges and efficiencies are in their tables", "[sqlite][unit]") {
    ScratchFolder const folder;
    finished(folder / "a.sqlite", {1, 2, 3, 4});
    Database file = Database::open(folder / "a.sqlite", Database::Access::read);
    CHECK(file.value_of("SELECT \"jobs.train.nodes\" + 1 FROM points WHERE point = 3") == "4");
    CHECK(file.value_of("SELECT \"jobs.Train.nodes_2\" FROM points WHERE point = 3") == "easy");
    CHECK(
        file.value_of("SELECT value || p5 || p50 || ifnull(p95, '-') FROM answers WHERE point = 2 "
                      "AND metric = 'wait_median_s'") == "10.05.010.0-");
    CHECK(file.value_of("SELECT value FROM answers WHERE point = 4 AND metric = 'efficiency'") ==
          "0.25");
    CHECK(file.value_of("SELECT value FROM about WHERE name = 'hash'") == "h");
    CHECK_FALSE(file.value_of("SELECT 1 FROM sqlite_master WHERE name = 'scaling'"));
}

TEST_CASE("a finished file is neither resumed nor taken for another sweep", "[sqlite][unit]") {
    ScratchFolder const folder;
    finished(folder / "a.sqlite", {1, 2, 3, 4});
    CHECK(opened(folder / "a.sqlite") == nullptr);
    SweepIdentity other = stored_sweep();
    other.hash = "other";
    CHECK_FALSE(open_sweep_file(folder / "a.sqlite", other, SweepFileKind::complete, true));
}

TEST_CASE("a file that was killed before its first table is begun anew", "[sqlite][unit]") {
    ScratchFolder const folder;
    folder.write("a.sqlite.part", "");
    CHECK(finished(folder / "a.sqlite", {1, 2, 3, 4}).size() > 1000);
}

TEST_CASE("warnings are kept, each once", "[sqlite][unit]") {
    ScratchFolder const folder;
    auto const store = opened(folder / "a.sqlite");
    Diagnostics warnings;
    warnings.add(problem(Code::odd_rows, "b")).severity = Severity::warning;
    warnings.add(problem(Code::odd_rows, "a")).severity = Severity::warning;
    REQUIRE(store->add({{point_with(1)}, warnings}));
    REQUIRE(store->add({{point_with(2)}, warnings}));
    auto const kept = store->warnings();
    REQUIRE(kept);
    REQUIRE(kept->items().size() == 2);
    CHECK(kept->items()[0].message == "a");
    CHECK_FALSE(kept->has_errors());
}

TEST_CASE("a row that was changed, added, exchanged or lost is found by all that read the file",
          "[sqlite][unit]") {
    ScratchFolder const folder;
    std::filesystem::path const part = folder / "p";
    std::filesystem::path const whole = folder / "w.sqlite";
    for (char const* change :
         {"UPDATE answers SET value = 11.0 WHERE point = 2 AND metric = 'wait_median_s'",
          "UPDATE answers SET value = NULL WHERE point = 2",
          "UPDATE answers SET unit = 'h'",
          "DELETE FROM answers WHERE point = 2",
          "INSERT INTO answers SELECT * FROM answers WHERE point = 2",
          "DELETE FROM runs WHERE point = 2",
          "UPDATE runs SET system = 'lumi' WHERE point = 2",
          "UPDATE points SET \"jobs.train.nodes\" = 3 - \"jobs.train.nodes\" WHERE point < 3",
          "UPDATE points SET \"jobs.train.nodes\" = '2x' WHERE point = 2",
          "UPDATE jobs SET never_started_reason = 'Priority' WHERE point = 2",
          "INSERT INTO warnings VALUES ('x', 1, '', 0, 0, '')",
          "UPDATE metrics SET unit = 'h' WHERE metric = 'wait_median_s'",
          "UPDATE about SET value = 'other' WHERE name = 'title'",
          "UPDATE about SET value = '0000000000000000' WHERE name = 'rows'",
          "DELETE FROM about WHERE name = 'rows'"}) {
        INFO(change);
        std::filesystem::remove(part);
        std::filesystem::remove(whole);
        {
            auto const store = opened(part, SweepFileKind::part);
            REQUIRE(store->add({{point_with(1)}, {}}));
            REQUIRE(store->add({{point_with(2), point_with(3), point_with(4)}, {}}));
            REQUIRE(store->finish());
        }
        finished(whole, {1, 2, 3, 4});
        CHECK(read_stored_sweep(part, {}));
        CHECK(read_stored_sweep(whole, {}));
        for (auto const& file : {part, whole}) {
            Database changed = Database::open(file, Database::Access::write);
            changed.run(change);
            REQUIRE_FALSE(changed.failed());
        }
        CHECK_FALSE(read_stored_sweep(part, {}));
        CHECK_FALSE(read_stored_sweep(whole, {}));
        CHECK_FALSE(open_sweep_file(whole, stored_sweep(), SweepFileKind::complete, true));
        {
            auto const store = opened(folder / "m.sqlite");
            auto const taken = store->take(part);
            REQUIRE_FALSE(taken);
            CHECK(taken.error().items().front().where.file == part.string());
            CHECK(store->answered().empty());
        }
        std::filesystem::rename(part, unfinished_sweep_path(folder / "r.sqlite"));
        CHECK_FALSE(
            open_sweep_file(folder / "r.sqlite", stored_sweep(), SweepFileKind::complete, true));
        std::filesystem::remove(unfinished_sweep_path(folder / "r.sqlite"));
        std::filesystem::remove(unfinished_sweep_path(folder / "m.sqlite"));
    }
}

TEST_CASE("a view, a trigger or a table of another form in place of a table is no sweep",
          "[sqlite][unit]") {
    ScratchFolder const folder;
    for (char const* change :
         {"ALTER TABLE answers RENAME TO a2; CREATE VIEW answers AS WITH RECURSIVE r(n) AS (SELECT "
          "1 "
          "UNION ALL SELECT n + 1 FROM r) SELECT n AS point, 'a' AS job, 'm' AS metric, 1.0 AS "
          "value, "
          "1.0 AS p5, 1.0 AS p50, 1.0 AS p95, 's' AS unit FROM r",
          "ALTER TABLE about RENAME TO a2; CREATE VIEW about AS SELECT * FROM a2",
          "CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END",
          "ALTER TABLE runs ADD COLUMN more TEXT",
          "DROP TABLE pipelines"}) {
        std::filesystem::remove(folder / "a.sqlite");
        finished(folder / "a.sqlite", {1, 2, 3, 4});
        {
            Database changed = Database::open(folder / "a.sqlite", Database::Access::write);
            changed.run(change);
            REQUIRE_FALSE(changed.failed());
        }
        auto const refused = read_stored_sweep(folder / "a.sqlite", {});
        REQUIRE_FALSE(refused);
        CHECK(says(refused.error().items().front().message, "tables"));
    }
}

TEST_CASE("what others have beside a sweep is refused and kept", "[sqlite][unit]") {
    ScratchFolder const folder;
    for (char const* ending : {".part-journal", ".part-wal", ".part-shm", ".part"}) {
        auto const foreign = folder.write("a.sqlite" + std::string(ending), "precious");
        CHECK_FALSE(check_sweep_target(folder / "a.sqlite", false));
        CHECK_FALSE(check_sweep_target(folder / "a.sqlite", true));
        CHECK(content_of(foreign) == "precious");
        std::filesystem::remove(foreign);
    }
    std::filesystem::create_directory(folder / "a.sqlite.part");
    CHECK_FALSE(check_sweep_target(folder / "a.sqlite", true));
    std::filesystem::remove(folder / "a.sqlite.part");
    folder.write("a.sqlite.part.final", "precious");
    finished(folder / "a.sqlite", {1, 2, 3, 4});
    CHECK(content_of(folder / "a.sqlite.part.final") == "precious");
    // A complete result is found before what is beside it is looked at.
    folder.write("a.sqlite.part", "precious");
    CHECK(opened(folder / "a.sqlite") == nullptr);
    CHECK(content_of(folder / "a.sqlite.part") == "precious");
}

TEST_CASE("names that SQLite reads otherwise are names of files", "[sqlite][unit]") {
    ScratchFolder const folder;
    auto const before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    for (char const* name : {"file:a.sqlite", ":memory:", "a?mode=memory", "a#b", "a%20b"}) {
        INFO(name);
        std::string const bytes = finished(name, {1, 2, 3, 4});
        CHECK(bytes.starts_with("SQLite format 3"));
        CHECK(read_stored_sweep(name, {}));
        CHECK(opened(name) == nullptr);
        std::filesystem::remove(name);
        CHECK(std::filesystem::is_empty("."));
    }
    std::filesystem::current_path(before);
}
