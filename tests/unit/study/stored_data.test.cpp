// SPDX-License-Identifier: Apache-2.0
#include "sim/study/stored_data.hpp"

#include "sim/study/stage_choices.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

/// What the only stage of a project on one machine stores, with `nodes` as its first number of nodes.
StoredData stored_by(std::string const& machine, std::string const& stage) {
    auto const project =
        read_project(*parse_yaml("schema: clustersim/project/1\ntitle: t\nsystems: [" + machine +
                                     "]\nbackground: {mix: none}\nstages: {a: {" + stage + "}}\n",
                                 "project.yaml"));
    REQUIRE(project);
    auto const runs = resolve_stages(*project, shipped_options().library);
    if (!runs) INFO(to_text(runs.error()));
    REQUIRE(runs);
    REQUIRE_FALSE(runs->runs.empty());
    return stored_data(runs->runs.front(), project->stages.front().results);
}

}  // namespace

TEST_CASE("archives of a dataset are its files, on the file system that the job names",
          "[study][unit]") {
    std::string const set = "dataset: {size: 144 GB, files: 1281167";
    StoredData const loose = stored_by("lumi", "job: {runtime: 1 h, " + set + "}}");
    REQUIRE(loose.dataset);
    CHECK(loose.dataset->on.name == "lumi-p");
    CHECK(loose.dataset->on.files_quota == 2e6);
    CHECK(loose.dataset->size == bytes(144e9));
    CHECK(loose.dataset->files == 1281167.0);
    CHECK_FALSE(loose.checkpoint);
    CHECK_FALSE(loose.results);
    StoredData const packed =
        stored_by("lumi", "job: {runtime: 1 h, " + set + ", shards: 128, on: lumi-f}}");
    CHECK(packed.dataset->on.name == "lumi-f");
    CHECK(packed.dataset->files == 128.0);
}

TEST_CASE("a run writes a checkpoint after each interval, a file for each accelerator",
          "[study][unit]") {
    std::string const job = "job: {runtime: 20 h, nodes: 2, checkpoint: {size: 50 GB, every: ";
    StoredData const often = stored_by("mahti", job + "1 h}}");
    REQUIRE(often.checkpoint);
    CHECK(often.checkpoint->on.name == "lustre");
    CHECK(often.checkpoint->size == bytes(50e9));
    CHECK(often.checkpoint->files == 8.0);
    CHECK(often.checkpoints == 20.0);
    CHECK(stored_by("mahti", job + "30 h}}").checkpoints == 1.0);
}

TEST_CASE("results are on the first file system of the machine", "[study][unit]") {
    StoredData const data = stored_by("berzelius", "results: 3 GB, job: {runtime: 1 h}");
    REQUIRE(data.results);
    CHECK(data.results->on.name == "proj");
    CHECK(data.results->size == bytes(3e9));
    CHECK(data.results->files == 1.0);
    CHECK_FALSE(data.dataset);
}

TEST_CASE("stored files have the price of their file system", "[study][unit]") {
    StoredData const priced = stored_by(
        "roihu",
        "results: 3 GB, job: {runtime: 1 h, dataset: {size: 1 GB, files: 1, on: projappl}}");
    REQUIRE(priced.results);
    REQUIRE(priced.results->price);
    CHECK(priced.results->price->unit == "Storage BU");
    CHECK(priced.results->price->per_tib_hour == 6.0);
    CHECK(priced.dataset->price->per_tib_hour == 10.0);
    CHECK_FALSE(stored_by("vega", "results: 3 GB, job: {runtime: 1 h}").results->price);
}
