// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/storage_need.hpp"

#include "tests/support/catch.hpp"

#include <array>

using namespace clustersim;

namespace {

constexpr double terabyte = 1e12;

FileSystem scratch_with(std::optional<double> quota, std::optional<double> files) {
    FileSystem out;
    out.name = "scratch";
    if (quota) out.quota = bytes(*quota);
    out.files_quota = files;
    return out;
}

StoredFiles stored(double size, double files) {
    return {scratch_with(5.0 * terabyte, 1000.0), bytes(size), files};
}

/// Reads a dataset of 2 TB in 100 files, and writes ten checkpoints of 0.1 TB in 8 files.
StoredData training() {
    StoredData out;
    out.dataset = stored(2.0 * terabyte, 100.0);
    out.checkpoint = stored(0.1 * terabyte, 8.0);
    out.checkpoints = 10.0;
    return out;
}

}  // namespace

TEST_CASE("a dataset of several stages counts once", "[study][unit]") {
    StoredData const first = training();
    StoredData other = training();
    other.dataset->files = 200.0;
    std::array const same{StoredStage{&first, 1}, StoredStage{&first, 3}};
    std::array const different{StoredStage{&first, 1}, StoredStage{&other, 3}};
    CHECK(storage_needs(same, 2).front().datasets.size.si() == Approx(2.0 * terabyte));
    CHECK(storage_needs(same, 2).front().datasets.files == 100.0);
    CHECK(storage_needs(different, 2).front().datasets.size.si() == Approx(4.0 * terabyte));
    CHECK(storage_needs(different, 2).front().datasets.files == 300.0);
}

TEST_CASE("each task of each run keeps its last checkpoints, and no more than it writes",
          "[study][unit]") {
    StoredData const data = training();
    auto const kept = [&](std::int64_t runs, int tasks, std::int64_t most) {
        return storage_needs(std::array{StoredStage{&data, runs, tasks}}, most).front().checkpoints;
    };
    CHECK(kept(1, 1, 1).size.si() == Approx(0.1 * terabyte));
    CHECK(kept(3, 1, 2).size.si() == Approx(0.6 * terabyte));
    CHECK(kept(3, 1, 2).files == 48.0);
    CHECK(kept(3, 4, 2).size.si() == Approx(2.4 * terabyte));
    CHECK(kept(1, 1, 100).size.si() == Approx(1.0 * terabyte));
}

TEST_CASE("results of all runs stay, each in one file", "[study][unit]") {
    StoredData data;
    data.results = stored(0.2 * terabyte, 1.0);
    StorageNeed const need = storage_needs(std::array{StoredStage{&data, 12}}, 2).front();
    CHECK(need.results.size.si() == Approx(2.4 * terabyte));
    CHECK(need.sum().files == 12.0);
    CHECK(need.datasets.files == 0.0);
}

TEST_CASE("a quota is in bytes, in files, or not known", "[study][unit]") {
    StoredData data = training();
    auto const need = [&](std::int64_t runs) {
        return storage_needs(std::array{StoredStage{&data, runs}}, 2).front();
    };
    CHECK_FALSE(need(10).over_quota());
    CHECK(need(16).over_quota());
    CHECK_FALSE(need(16).over_files_quota());
    CHECK(need(57).over_files_quota());
    data.dataset->on = scratch_with({}, {});
    data.checkpoint.reset();
    data.dataset->size = bytes(1e18);
    CHECK_FALSE(need(1).over_quota());
    CHECK_FALSE(need(1).over_files_quota());
}

TEST_CASE("each file system has its own sum, and no files have none", "[study][unit]") {
    StoredData data = training();
    data.checkpoint->on.name = "flash";
    auto const needs = storage_needs(std::array{StoredStage{&data, 1}}, 2);
    REQUIRE(needs.size() == 2);
    CHECK(needs[0].on.name == "scratch");
    CHECK(needs[0].sum().size.si() == Approx(2.0 * terabyte));
    CHECK(needs[1].on.name == "flash");
    CHECK(needs[1].sum().size.si() == Approx(0.2 * terabyte));
    StoredData const nothing;
    CHECK(storage_needs(std::array{StoredStage{&nothing, 7}}, 2).empty());
}

TEST_CASE("an hour of what is stored costs the price of its TiB", "[study][unit]") {
    StoredData data = training();
    auto const hourly = [&] {
        return storage_needs(std::array{StoredStage{&data, 1}}, 2).front().hourly_price();
    };
    CHECK_FALSE(hourly());
    for (auto* files : {&*data.dataset, &*data.checkpoint})
        files->price = StoragePrice{"Storage BU", 6.0};
    // 2 TB and two checkpoints of 0.1 TB
    CHECK(hourly().value() == Approx(2.2 * terabyte / 0x1p40 * 6.0));
}
