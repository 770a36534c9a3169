// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolved_document.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("every plain value is listed with its path and its origin", "[scenario][unit]") {
    auto root = *parse_yaml("seed: 1\njobs:\n  a: {nodes: [2, 4]}\n", "study.yaml");
    REQUIRE(apply_setting(root, "seed=9", "--set"));
    auto const values = leaf_values(root);
    REQUIRE(values.size() == 3);
    CHECK(values[0].path == "seed");
    CHECK(values[0].text == "9");
    CHECK(values[0].origin == "--set seed=9");
    CHECK(values[2].path == "jobs.a.nodes.1");
    CHECK(values[2].origin == "study.yaml:3");
}

TEST_CASE("the hash depends on content and on its division into texts", "[scenario][unit]") {
    CHECK(content_hash({"ab"}) == content_hash({"ab"}));
    CHECK(content_hash({"ab"}) != content_hash({"a", "b"}));
    CHECK(content_hash({}) == "cbf29ce484222325");
}
