// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("a plan is read from its keys and written back unchanged", "[application][unit]") {
    std::string const text =
        "tp=8,pp=4,dp=16,cp=2,ep=4,vp=3,mb=2,acc=12,shard=8,lora=16,recompute-every=2,zero=3,"
        "recompute=full,"
        "schedule=gpipe,sp=off,ends=on,etp=off,graphs=partial,dispatch=alltoall,router=fused";
    auto const changes = read_plan(text);
    REQUIRE(changes);
    Plan const plan = changes->over(Plan{});
    CHECK(plan.tensor == 8);
    CHECK(plan.virtual_stages == 3);
    CHECK(plan.sharding == Sharding::parameters);
    CHECK(plan.recompute == Recompute::full);
    CHECK_FALSE(plan.sequence_parallel);
    CHECK(written_plan(plan) == text);
}

TEST_CASE("a plan written as a change of another is read back from that change",
          "[application][unit]") {
    Plan own;
    own.sharding = Sharding::optimizer;
    own.recompute = Recompute::selective;
    own.sequence_parallel = false;
    Plan plan;
    plan.tensor = 4;
    CHECK(written_plan(plan) == "tp=4,pp=1,dp=1,mb=1,acc=1");
    std::string const text = written_plan(plan, own);
    CHECK(text == "tp=4,pp=1,dp=1,mb=1,acc=1,zero=0,recompute=none,sp=on");
    CHECK(written_plan(read_plan(text)->over(own)) == written_plan(plan));
}

TEST_CASE("keys that a text leaves out keep their values", "[application][unit]") {
    Plan base;
    base.pipeline = 6;
    base.precision = Precision::fp16;
    auto const changes = read_plan("tp=4");
    REQUIRE(changes);
    CHECK(changes->has("tp"));
    CHECK_FALSE(changes->has("pp"));
    CHECK(changes->over(base).pipeline == 6);
    CHECK(changes->over(base).tensor == 4);
    CHECK(changes->over(base).precision == Precision::fp16);
    CHECK(read_plan("precision=fp8")->over(base).precision == Precision::fp8);
}

TEST_CASE("all that is wrong with a plan's text is reported at once", "[application][unit]") {
    auto const refused = read_plan("tp=0,pp=x,tpp=2,recompute=fulll,zero=4,mb=1,mb=2,dp");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 7);
}
