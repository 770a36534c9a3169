// SPDX-License-Identifier: Apache-2.0
#include "sim/study/sweep/sweep_identity.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

using namespace clustersim;

namespace {

SweepIdentity begun_sweep() {
    SweepIdentity identity;
    identity.version = "1.0";
    identity.scenario = R"({"seed": 1, "jobs": {"train": {"nodes": 1, "runtime": "1 h"}}})";
    identity.inputs = "{}";
    identity.hash = "a";
    return identity;
}

std::string refusal(SweepIdentity const& stored, SweepIdentity const& asked) {
    auto const same = check_same_sweep("r.sqlite", stored, asked);
    return same ? "" : same.error().items().front().message;
}

}  // namespace

TEST_CASE("the same sweep is accepted", "[sweep][unit]") {
    CHECK(refusal(begun_sweep(), begun_sweep()).empty());
}

TEST_CASE("a changed value is named with what it was and is", "[sweep][unit]") {
    SweepIdentity asked = begun_sweep();
    asked.hash = "b";
    asked.scenario = R"({"seed": 2, "jobs": {"train": {"nodes": 1, "walltime": "2 h"}}})";
    std::string const message = refusal(begun_sweep(), asked);
    CHECK(says(message, "`seed` was 1 and is 2"));
    CHECK(says(message, "`jobs.train.walltime` was absent and is 2 h"));
    CHECK(says(message, "`jobs.train.runtime` was 1 h and is absent"));
}

TEST_CASE("another version and changed machines are told apart", "[sweep][unit]") {
    SweepIdentity asked = begun_sweep();
    asked.version = "1.1";
    CHECK(says(refusal(begun_sweep(), asked), "of clustersim 1.0, and this is clustersim 1.1"));
    asked = begun_sweep();
    asked.hash = "b";
    asked.inputs = "{machine}";
    CHECK(says(refusal(begun_sweep(), asked), "a machine, an application or a mix"));
}
