// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_file.hpp"

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
