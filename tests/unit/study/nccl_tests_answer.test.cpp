// SPDX-License-Identifier: Apache-2.0
#include "sim/study/nccl_tests_answer.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

NcclTestsQuestion nccl_question() {
    NcclTestsQuestion q;
    q.system = "marenostrum5";
    q.nodes = 2;
    q.sizes = {.first = bytes(1024.0), .last = bytes(4096.0), .factor = 2.0};
    return q;
}

}  // namespace

TEST_CASE("a row is predicted for each size on all devices of the nodes", "[study][unit]") {
    auto const found = predict_nccl_tests(nccl_question(), shipped_library());
    REQUIRE(found.answer);
    CHECK(found.answer->rows.size() == 3);
    CHECK(found.answer->gpus_per_node == 4);
    CHECK(found.answer->placement == "compact");
}

TEST_CASE("everything that a machine makes impossible is reported at once", "[study][unit]") {
    NcclTestsQuestion q = nccl_question();
    q.nodes = 100'000;
    q.gpus_per_node = 64;
    q.traffic = TrafficModel::flows;
    auto const found = predict_nccl_tests(q, shipped_library());
    CHECK_FALSE(found.answer);
    CHECK(found.problems.items().size() == 3);
}

TEST_CASE("the text of the placement names other jobs on the links", "[study][unit]") {
    NcclTestsQuestion q = nccl_question();
    q.model = TestModel::flow;
    q.placement.placement = "random";
    q.placement.background = 0.3;
    auto const found = predict_nccl_tests(q, shipped_library());
    REQUIRE(found.answer);
    CHECK(found.answer->placement ==
          "random, flows among others that communicate 30 % of the time");
}
