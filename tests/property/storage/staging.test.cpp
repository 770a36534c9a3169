// SPDX-License-Identifier: Apache-2.0
#include "models/storage/staging.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>

using namespace clustersim;

namespace {

Store some_share() {
    return {"work",
            StoreKind::shared,
            bytes(1e16),
            bytes_per_second(*rc::gen::inRange(1, 2000) * 1e9),
            bytes_per_second(1e11),
            bytes_per_second(*rc::gen::inRange(1, 30) * 1e9),
            Frequency::from_si(*rc::gen::inRange(100, 500'000)),
            Frequency::from_si(1e5)};
}

Store some_disk() {
    return {"disk",
            StoreKind::disk,
            bytes(1e13),
            bytes_per_second(1e10),
            bytes_per_second(*rc::gen::inRange(1, 120) * 1e8),
            {},
            {},
            Frequency::from_si(*rc::gen::inRange(1'000, 200'000))};
}

Dataset some_dataset() {
    double const files = *rc::gen::inRange(1, 5'000'000);
    double const shards = std::min(files, static_cast<double>(*rc::gen::inRange(0, 1000)));
    return {bytes(*rc::gen::inRange(1, 20'000) * 1e9), files, shards};
}

StagingPlan some_plan() {
    StagingPlan plan;
    plan.nodes = *rc::gen::inRange(1, 1000);
    plan.workers = *rc::gen::inRange(1, 128);
    plan.unpack = *rc::gen::arbitrary<bool>();
    return plan;
}

}  // namespace

TEST_CASE("staging is never faster than its slowest station", "[storage][property]") {
    CHECK(rc::check(
        "bounds",
        [] {
            Store const from = some_share(), to = some_disk();
            Dataset const dataset = some_dataset();
            StagingPlan const plan = some_plan();
            StagingTime const time = staging_time(dataset, from, to, plan);
            Duration const least = std::max(dataset.size / read_rate(from, plan.nodes, 1.0),
                                            dataset.size / write_rate(to, 1, 1.0));
            RC_ASSERT(time.total >= least * (1.0 - 1e-9));
            if (!dataset.packed())
                RC_ASSERT(time.total >=
                          dataset.files / open_rate(from, plan.nodes, 1.0) * (1 - 1e-9));
        }));
}

TEST_CASE("more nodes or a smaller share never make staging faster", "[storage][property]") {
    CHECK(rc::check(
        "contention",
        [] {
            Store const from = some_share(), to = some_disk();
            Dataset const dataset = some_dataset();
            StagingPlan plan = some_plan();
            Duration const before = staging_time(dataset, from, to, plan).total;
            plan.store_share = *rc::gen::inRange(1, 100) / 100.0;
            RC_ASSERT(staging_time(dataset, from, to, plan).total >= before * (1.0 - 1e-9));
            plan.nodes *= 2;
            RC_ASSERT(staging_time(dataset, from, to, plan).total >= before * (1.0 - 1e-9));
        }));
}
