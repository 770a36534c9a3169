// SPDX-License-Identifier: Apache-2.0
#include "models/application/unoffered.hpp"

#include "models/application/plan_notes.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("what the software does not offer is named as it was asked for", "[application][unit]") {
    Application a = hand_made::application(hand_made::small());
    a.name = "small";
    a.software = "Tool of 2024";
    a.training.framework.offers.pipeline = false;
    auto const asked = *read_plan("tp=2,pp=4,recompute=operators,mb=2");
    auto const missing = check_offers(asked, a);
    REQUIRE(missing.items().size() == 2);
    CHECK(missing.items()[0].message == "the software of small (Tool of 2024) does not offer pp=4");
    CHECK(missing.items()[1].message ==
          "the software of small (Tool of 2024) does not offer recompute=operators");
    a.training.framework.offers.operator_recompute = true;
    CHECK(check_offers(asked, a).items().size() == 1);
    CHECK(check_offers(*read_plan("pp=1"), a).empty());
}

TEST_CASE("settings of experts that change nothing are told", "[application][unit]") {
    Application a = hand_made::application(hand_made::small());
    Plan const plan = read_plan("dispatch=fused,router=separate")->over(Plan{});
    CHECK(plan_notes(a, plan).size() == 2);
    std::get<Transformer>(a.model).experts = {4, 2, 1024, 1, 0, 0};
    CHECK(plan_notes(a, plan).size() == 1);  // no other device has experts
    CHECK(plan_notes(a, read_plan("ep=2")->over(plan)).empty());
}
