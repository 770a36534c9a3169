// SPDX-License-Identifier: Apache-2.0
#include "models/application/stage_traffic.hpp"

#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("a bucket holds the largest of the sizes that the framework gives",
          "[application][unit]") {
    Plan plan;
    plan.data = 64;
    double const gradients = 1e9;
    auto const count = [&](GradientBucket const& bucket) {
        return bucket_count(bucket, gradients, bytes(2.0), 10.0, plan);
    };
    CHECK(count({}) == 1.0);
    CHECK(count({.size = bytes(25e6)}) == 80.0);
    CHECK(count({.gradients = 40e6}) == 25.0);
    CHECK(count({.layers = 1.0}) == 10.0);
    GradientBucket const grows{.gradients = 40e6, .gradients_per_replica = 1e6};
    CHECK(count(grows) == 16.0);
    plan.data = 8;
    CHECK(count(grows) == 25.0);
    plan.data = 2000;
    CHECK(count(grows) == 1.0);
    plan.virtual_stages = 4;
    CHECK(count(grows) == 4.0);
}
