// SPDX-License-Identifier: Apache-2.0
#include "sim/report/sqlite/sweep_reader.hpp"

#include "sim/report/sqlite/sweep_file.hpp"
#include "sim/study/metric_table.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/support/scratch_folder.hpp"

#include <array>
#include <string>

using namespace clustersim;

namespace {

constexpr std::array<std::string_view, 2> asked{"runtime_s", "wait_median_s"};

SweepIdentity of_two_points() {
    SweepIdentity identity;
    identity.version = "1.0";
    identity.title = "</script> \x1b[31m";
    identity.hash = "h";
    identity.points = 2;
    identity.keys = {"jobs.a.nodes", "jobs.A.nodes"};
    return identity;
}

std::unique_ptr<SweepStore> begun(std::filesystem::path const& path) {
    auto store = open_sweep_file(path, of_two_points(), SweepFileKind::complete, true);
    REQUIRE(store);
    SweptPoint point;
    point.number = 2;
    point.settings = {{"jobs.a.nodes", "0.25"}, {"jobs.A.nodes", "fast"}};
    point.system = "vega";
    point.replicates = 3;
    SweptJob job{"a", {}, "Priority", {}, {}};
    job.values.push_back({&metric_named("wait_median_s"), 10.0, 5.0, std::nullopt, "s"});
    point.jobs.push_back(job);
    REQUIRE((*store)->add({{point}, {}}));
    return std::move(*store);
}

std::string refusal_of(std::filesystem::path const& path) {
    auto const sweep = read_stored_sweep(path, asked);
    return sweep ? "" : sweep.error().items().front().message;
}

}  // namespace

TEST_CASE("an unfinished sweep is read with what is answered", "[sqlite][unit]") {
    ScratchFolder const folder;
    auto store = begun(folder / "a.sqlite");
    std::filesystem::path const part = unfinished_sweep_path(folder / "a.sqlite");
    CHECK(says(refusal_of(part), "another process computes this sweep"));
    store.reset();
    auto const sweep = read_stored_sweep(part, asked);
    REQUIRE(sweep);
    CHECK_FALSE(sweep->complete());
    CHECK(sweep->identity.title == "</script> \x1b[31m");
    CHECK(sweep->identity.keys == of_two_points().keys);
    REQUIRE(sweep->points.size() == 1);
    StoredPoint const& point = sweep->points.front();
    CHECK(point.number == 2);
    CHECK(point.settings == std::vector<std::string>{"0.25", "fast"});
    REQUIRE(point.jobs.size() == 1);
    CHECK(point.jobs[0].never_started == "Priority");
    CHECK_FALSE(point.jobs[0].values[0].value);
    CHECK(point.jobs[0].values[1].value == 10.0);
    CHECK(point.jobs[0].values[1].low == 5.0);
    CHECK(sweep->units[point.jobs[0].values[1].unit] == "s");
}

TEST_CASE("a finished sweep says which points are impossible", "[sqlite][unit]") {
    ScratchFolder const folder;
    auto const store = begun(folder / "a.sqlite");
    SweptPoint point;
    point.number = 1;
    point.settings = {{"jobs.a.nodes", "4000"}, {"jobs.A.nodes", "fast"}};
    point.impossible = "too large";
    REQUIRE(store->add({{point}, {}}));
    REQUIRE(store->finish());
    auto const sweep = read_stored_sweep(folder / "a.sqlite", asked);
    REQUIRE(sweep);
    CHECK(sweep->complete());
    REQUIRE(sweep->points.size() == 2);
    CHECK(sweep->points[0].impossible == "too large");
    CHECK(sweep->points[0].settings[0] == "4000");
}

TEST_CASE("files that are no sweep of this version are refused", "[sqlite][unit]") {
    ScratchFolder const folder;
    folder.write("text", "nothing");
    CHECK(says(refusal_of(folder / "text"), "not a file of a sweep"));
    CHECK(says(refusal_of(folder / "none"), "cannot read the file"));
    {
        Database other = Database::open(folder / "other", Database::Access::write);
        other.run("CREATE TABLE a (b)");
    }
    CHECK(says(refusal_of(folder / "other"), "not a file of a sweep"));
    { auto const store = begun(folder / "a.sqlite"); }
    std::filesystem::path const part = unfinished_sweep_path(folder / "a.sqlite");
    {
        Database newer = Database::open(part, Database::Access::write);
        newer.run("DROP TABLE answers");
    }
    CHECK(says(refusal_of(part), "damaged"));
    {
        Database newer = Database::open(part, Database::Access::write);
        newer.run("PRAGMA user_version = 9");
    }
    CHECK(says(refusal_of(part), "version 9"));
}
