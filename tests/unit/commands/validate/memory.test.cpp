// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_search.hpp"
#include "sim/commands/validate/training_case.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/commands/validate/shipped_references.hpp"

#include <algorithm>
#include <string>

using namespace clustersim;

namespace {

constexpr char const* stated_plan_header =
    "id,model,software,hardware,gpus,tp,pp,micro_batch,global_batch,seq_len,zero_stage,recompute,"
    "peak_gib,fitted\n";

ValidationResult scored_memory(std::string const& rows) {
    auto const table = parse_measured_table(stated_plan_header + rows, "t.csv");
    REQUIRE(table);
    return validate(set_of("memory"), *table, references());
}

}  // namespace

TEST_CASE("memory of stated plans is compared by peaks and by what ran", "[validation][unit]") {
    auto const result =
        scored_memory("a,llama 3 8b,torchtitan,DGX H100,8,1,1,1,8,8192,3,full,30,\n"
                      "b,llama 3 8b,torchtitan,DGX H100,8,1,1,1,8,8192,3,full,,yes\n"
                      "c,llama 3 70b,torchtitan,DGX H100,8,1,1,16,128,8192,0,none,,no\n");
    REQUIRE(result.points.size() == 3);
    CHECK(result.points[0].quantity == "memory per GPU");
    REQUIRE(result.points[0].predicted);
    CHECK(*result.points[0].predicted > 20.0);
    CHECK(*result.points[0].predicted < 50.0);
    CHECK(result.points[1].error() == 0.0);
    CHECK(result.points[2].measured == 0.0);
    CHECK(result.points[2].error() == 0.0);
}

TEST_CASE("a row may state the bytes of its optimizer", "[validation][unit]") {
    // Whole on each of eight devices: 8 GB of weights and gradients a billion parameters, and the states.
    std::string const header =
        "id,model,software,hardware,gpus,tp,pp,micro_batch,global_batch,seq_len,"
        "zero_stage,recompute,optimizer_bytes,peak_gib,fitted\n";
    std::string const row = ",llama 3 8b,megatron-core,DGX H100,8,1,1,1,8,8192,0,full,";
    auto const table = parse_measured_table(
        header + "a" + row + "12,100,\nb" + row + "4,100,\nc" + row + "0,100,\n", "t.csv");
    REQUIRE(table);
    auto const result = validate(set_of("memory"), *table, references());
    REQUIRE(result.points.size() == 3);
    REQUIRE(result.points[0].predicted);
    REQUIRE(result.points[1].predicted);
    double const fewer = (*result.points[0].predicted - *result.points[1].predicted) * 0x1p30;
    CHECK(fewer == Approx(8.0 * 8.03e9).epsilon(0.01));
    CHECK_FALSE(result.points[2].predicted);
    CHECK(result.points[2].remark.find("64 bytes") != std::string::npos);
}

TEST_CASE("a plan that cannot be read is counted with the reason", "[validation][unit]") {
    auto const result =
        scored_memory("a,llama 3 8b,torchtitan,DGX H100,8,1,1,1,8,8192,3,some,30,\n"
                      "b,llama 3 8b,torchtitan,DGX H100,8,1,1,1,8,8192,4,full,30,\n"
                      "c,llama 3 8b,torchtitann,DGX H100,8,1,1,1,8,8192,3,full,30,\n"
                      "d,resnet50,torchtitan,DGX H100,8,1,1,1,8,8192,3,full,30,\n"
                      "e,llama 3 8b,torchtitan,DGX H100,248,1,31,1,8,8192,0,full,30,\n"
                      "f,llama 3 8b,torchtitan,an abacus,8,1,1,1,8,8192,3,full,30,\n");
    REQUIRE(result.points.size() == 6);
    for (ValidationPoint const& point : result.points) {
        INFO(point.id);
        CHECK_FALSE(point.predicted);
        CHECK_FALSE(point.remark.empty());
    }
    CHECK(result.points[0].remark.find("some") != std::string::npos);
    CHECK(result.points[1].remark.find("ZeRO") != std::string::npos);
}

TEST_CASE(
    "the plan of BLOOM's training is the fastest that recomputes everything with its software",
    "[validation][unit]") {
    auto const bloom = references().application_known_as("bloom 176b 2022");
    auto const platform = references().platform("Jean Zay");
    REQUIRE(bloom);
    REQUIRE(platform);
    auto const first = [&](std::string const& held) {
        PlanSpace space;
        space.devices = 384;
        space.global_batch = 2048;
        auto const kept = read_plan(held);
        REQUIRE(kept);
        space.held = *kept;
        auto const found = search_plans(*bloom, *platform, space);
        REQUIRE(found);
        return found->best;
    };
    Plan const best = first("sp=off,recompute=full").front().plan;
    CHECK(best.tensor == 4);
    CHECK(best.pipeline == 12);
    CHECK(best.data == 8);
    CHECK(best.micro_batch == 2);
    CHECK(best.sharding == Sharding::optimizer);
    // Among all plans it is one of the ten that are listed.
    auto const all = first("sp=off");
    CHECK(std::ranges::any_of(all, [&](FoundPlan const& one) {
        return one.plan.recompute == Recompute::full && one.plan.pipeline == 12 &&
               one.plan.tensor == 4 && one.plan.micro_batch == 2;
    }));
}
