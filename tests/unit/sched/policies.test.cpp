// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/policy.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("every listed policy is found by its name and makes itself", "[sched][unit]") {
    REQUIRE_FALSE(policies().empty());
    for (PolicyEntry const& entry : policies()) {
        CHECK(find_policy(entry.name) == &entry);
        CHECK_FALSE(entry.summary.empty());
        CHECK(entry.make({.nodes = 4, .units_per_node = 1}) != nullptr);
        CHECK(entry.make({.nodes = 4, .units_per_node = 4}) != nullptr);
    }
    CHECK(policy_names().size() == policies().size());
}

TEST_CASE("an unknown policy is not found", "[sched][unit]") {
    CHECK(find_policy("eesy") == nullptr);
}
