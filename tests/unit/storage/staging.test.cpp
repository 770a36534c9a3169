// SPDX-License-Identifier: Apache-2.0
#include "models/storage/staging.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <utility>

using namespace clustersim;

namespace {

struct Stores {
    Store from, to;
};

/// A Berzelius node unpacks from /proj to its drives, as measured in its Getting Started Guide.
Stores berzelius() {
    Store proj{"proj",
               StoreKind::shared,
               bytes(1.5e15),
               bytes_per_second(192e9),
               bytes_per_second(100e9),
               bytes_per_second(20e9),
               Frequency::from_si(100'000),
               Frequency::from_si(50'000)};
    Store disk{"disk",
               StoreKind::disk,
               bytes(15e12),
               bytes_per_second(20e9),
               bytes_per_second(8.6e9),
               {},
               {},
               Frequency::from_si(77'000)};
    return {proj, disk};
}

/// NSC's synthetic set: 579 GB in about 4.7 million files of 128 kB, packed into archives of 2,350 MB.
constexpr double unpack_files = 4.7e6;
Dataset unpack_table() {
    return {bytes(579e9), unpack_files, 250.0};
}

Duration unpacked_by(int workers) {
    auto const [from, to] = berzelius();
    StagingPlan plan;
    plan.workers = workers;
    return staging_time(unpack_table(), from, to, plan).total;
}

}  // namespace

TEST_CASE("unpack times of Berzelius are predicted, including those not used in the fit",
          "[storage][unit]") {
    for (auto const& [workers, measured] : {std::pair{2, 314.0}, {8, 122.0}, {64, 159.0}})
        CHECK(unpacked_by(workers).si() == Approx(measured).epsilon(0.02));
    for (auto const& [workers, measured] : {std::pair{4, 188.0}, {16, 132.0}, {32, 146.0}})
        CHECK(unpacked_by(workers).si() == Approx(measured).epsilon(0.07));
}

TEST_CASE("large archives unpack at the rate of one worker, then of the drives",
          "[storage][unit]") {
    // 144 GB of ImageNet in TFRecord files, 128 archives: 106 s by one worker, 16.8 s by sixteen.
    Dataset const imagenet{bytes(144e9), 1024, 128};
    auto const [from, to] = berzelius();
    StagingPlan plan;
    plan.workers = 1;
    CHECK(staging_time(imagenet, from, to, plan).total.si() == Approx(106).epsilon(0.03));
    plan.workers = 16;
    StagingTime const sixteen = staging_time(imagenet, from, to, plan);
    CHECK(sixteen.total.si() == Approx(16.76).epsilon(0.03));
    CHECK(sixteen.limit == StagingLimit::bandwidth);
}

TEST_CASE("more workers than file creation can serve slow each other down", "[storage][unit]") {
    CHECK(unpacked_by(64) > unpacked_by(8));
    auto const [from, to] = berzelius();
    StagingPlan plan;
    plan.workers = 64;
    CHECK(staging_time(unpack_table(), from, to, plan).limit == StagingLimit::target_files);
    plan.workers = 1;
    CHECK(staging_time(unpack_table(), from, to, plan).limit == StagingLimit::workers);
}

TEST_CASE("many nodes that open loose files wait for the metadata servers", "[storage][unit]") {
    auto const [from, to] = berzelius();
    Dataset const loose{bytes(579e9), unpack_files, 0.0};
    StagingPlan plan;
    plan.nodes = 32;
    plan.workers = 16;
    StagingTime const files = staging_time(loose, from, to, plan);
    CHECK(files.limit == StagingLimit::source_files);
    // 32 copies of 4.7 million files at 100,000 a second.
    CHECK(files.total.si() == Approx(32 * unpack_files / 100'000).epsilon(0.02));
    CHECK(staging_time(unpack_table(), from, to, plan).total < 0.5 * files.total);
}

TEST_CASE("a node that copies only its part needs the part's time and space", "[storage][unit]") {
    auto const [from, to] = berzelius();
    StagingPlan plan;
    plan.nodes = 4;
    Duration const whole = staging_time(unpack_table(), from, to, plan).total;
    plan.split = true;
    StagingTime const part = staging_time(unpack_table(), from, to, plan);
    CHECK(part.per_node.si() == Approx(579e9 / 4));
    CHECK(part.total.si() == Approx(whole.si() / 4).epsilon(0.01));
}

TEST_CASE("archives that stay packed create no files", "[storage][unit]") {
    auto const [from, to] = berzelius();
    StagingPlan plan;
    plan.workers = 16;
    plan.unpack = false;
    Duration const copied = staging_time(unpack_table(), from, to, plan).total;
    CHECK(copied.si() == Approx(579e9 / 8.6e9).epsilon(0.02));
}
