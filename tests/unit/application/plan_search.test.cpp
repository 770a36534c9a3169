// SPDX-License-Identifier: Apache-2.0
#include "models/application/plan_search.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <algorithm>
#include <vector>

using namespace clustersim;

namespace {

PlanSpace space_of(int devices, int batch) {
    PlanSpace space;
    space.devices = devices;
    space.global_batch = batch;
    return space;
}

Application half_precision_small() {
    Application a = hand_made::application(hand_made::small());
    a.training.precision = Precision::fp16;
    return a;
}

}  // namespace

TEST_CASE("a search finds possible plans, the fastest first", "[application][unit]") {
    Application const a = half_precision_small();
    auto const search = search_plans(a, hand_made::platform(), space_of(16, 64));
    REQUIRE(search);
    REQUIRE(search->best.size() == 10);
    CHECK(search->fitting <= search->looked_at);
    CHECK(
        std::ranges::is_sorted(search->best, {}, [](FoundPlan const& f) { return f.step.total; }));
    for (FoundPlan const& found : search->best) {
        CHECK(found.plan.devices() == 16);
        CHECK(found.plan.global_batch() == 64.0);
        auto const step = step_time(a, hand_made::platform(), found.plan);
        REQUIRE(step);  // every check of a single plan passes
        CHECK(step->total.si() == Approx(found.step.total.si()));
    }
}

TEST_CASE("a search tells plans that cast weights from those that split them",
          "[application][unit]") {
    Application a = half_precision_small();
    a.training.framework.separate_operators = true;
    a.training.framework.wide_weights = true;
    PlanSpace space = space_of(4, 16);
    space.keep = 20000;
    space.merge_equals = false;
    auto const search = search_plans(a, hand_made::platform(), space);
    REQUIRE(search);
    for (Sharding const states : {Sharding::none, Sharding::parameters}) {
        auto const found = std::ranges::find_if(search->best, [&](FoundPlan const& each) {
            return each.plan.sharding == states && each.plan.data == 4;
        });
        REQUIRE(found != search->best.end());
        auto const step = step_time(a, hand_made::platform(), found->plan);
        REQUIRE(step);
        CHECK(step->total.si() == Approx(found->step.total.si()));
        CHECK(step->memory.total().si() == Approx(found->step.memory.total().si()));
    }
}

TEST_CASE("every plan that a search considers is valid, with uneven stages and hybrid sharding too",
          "[application][unit]") {
    Application a = half_precision_small();
    auto& model = std::get<Transformer>(a.model);
    model.layers = 6;
    model.experts = {4, 2, 1024, 1, 0, 0};
    PlanSpace space = space_of(16, 16);
    space.keep = 20000;
    space.merge_equals = false;
    auto const search = search_plans(a, hand_made::platform(), space);
    REQUIRE(search);
    REQUIRE(search->best.size() == search->fitting);
    auto const& found = search->best;
    for (FoundPlan const& each : found) {
        auto const step = step_time(a, hand_made::platform(), each.plan);
        REQUIRE(step);
        CHECK(step->total == each.step.total);
        CHECK(step->memory.total() == each.step.memory.total());
    }
    auto const any = [&](auto const& is) {
        return std::ranges::any_of(
            found, [&](FoundPlan const& f) { return is(f.plan); });
    };
    CHECK(any([](Plan const& p) { return p.ends_as_layers && p.pipeline == 4; }));
    CHECK(any([](Plan const& p) { return p.shard_devices == 4; }));
    CHECK(any([](Plan const& p) { return !p.tensor_experts && p.expert == 4; }));
    CHECK(any([](Plan const& p) { return p.virtual_stages > 1; }));
}

TEST_CASE("no plan chosen by hand is faster than the best found", "[application][unit]") {
    Application const a = half_precision_small();
    auto const search = search_plans(a, hand_made::platform(), space_of(16, 64));
    REQUIRE(search);
    for (int const tensor : {1, 2, 4, 8, 16}) {
        for (int const pipeline : {1, 2, 4}) {
            if (16 % (tensor * pipeline) != 0) continue;
            Plan plan;
            plan.precision = Precision::fp16;
            plan.tensor = tensor;
            plan.pipeline = pipeline;
            plan.data = 16 / (tensor * pipeline);
            plan.accumulation = 64 / plan.data;
            auto const step = step_time(a, hand_made::platform(), plan);
            if (step) CHECK(step->total >= search->best.front().step.total);
        }
    }
}

TEST_CASE("if nothing fits, a search reports how much memory is needed", "[application][unit]") {
    Application a = hand_made::application(hand_made::gpt3());
    a.training.precision = Precision::fp16;
    auto const refused = search_plans(a, hand_made::platform(), space_of(4, 64));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().code == Code::out_of_memory);
    auto const odd = search_plans(a, hand_made::platform(), space_of(101, 64));
    REQUIRE_FALSE(odd);
    CHECK(odd.error().items().front().code == Code::inconsistent);
}

TEST_CASE("plans beaten in both time and device-hours are not on the front",
          "[application][unit]") {
    Application const a = half_precision_small();
    std::vector<PlanSearch> searches;
    for (int const devices : {4, 8, 16, 64}) {
        auto search = search_plans(a, hand_made::platform(), space_of(devices, 64));
        REQUIRE(search);
        searches.push_back(std::move(*search));
    }
    auto const front = pareto_front(searches);
    REQUIRE_FALSE(front.empty());
    for (std::size_t i = 1; i < front.size(); ++i) {
        CHECK(front[i].plan.devices() > front[i - 1].plan.devices());
        CHECK(front[i].step.total < front[i - 1].step.total);
    }
}

TEST_CASE("held parts are not searched, whatever their values", "[application][unit]") {
    Application const a = half_precision_small();
    for (char const* held :
         {"tp=2", "mb=1", "zero=1", "recompute=full", "cp=2", "pp=2,vp=1", "dp=8"}) {
        PlanSpace space = space_of(16, 64);
        space.held = *read_plan(held);
        auto const search = search_plans(a, hand_made::platform(), space);
        REQUIRE(search);
        for (FoundPlan const& found : search->best) {
            Plan const same = space.held.over(found.plan);
            CHECK(written_plan(same) == written_plan(found.plan));
        }
    }
    PlanSpace space = space_of(16, 48);
    space.held = *read_plan("mb=3");
    auto const threes = search_plans(a, hand_made::platform(), space);
    REQUIRE(threes);
    CHECK(threes->best.front().plan.micro_batch == 3);
}

TEST_CASE("adapters are searched as single plans are computed", "[application][unit]") {
    Application const a = half_precision_small();
    PlanSpace space = space_of(16, 64);
    space.held = *read_plan("lora=8");
    auto const search = search_plans(a, hand_made::platform(), space);
    REQUIRE(search);
    for (FoundPlan const& found : search->best) {
        CHECK(found.plan.adapters == 8);
        auto const step = step_time(a, hand_made::platform(), found.plan);
        REQUIRE(step);
        CHECK(step->total.si() == Approx(found.step.total.si()));
        CHECK(step->memory.total().si() == Approx(found.step.memory.total().si()));
    }
}

TEST_CASE("a search uses only what the software offers", "[application][unit]") {
    Application a = half_precision_small();
    PlanFeatures& offers = a.training.framework.offers;
    offers = {.tensor = true,
              .pipeline = true,
              .interleave = false,
              .uneven_stages = false,
              .context = false,
              .expert = false,
              .selective_recompute = false,
              .zero = 1,
              .shard = false};
    PlanSpace space = space_of(16, 64);
    space.keep = 1000;
    auto const few = search_plans(a, hand_made::platform(), space);
    REQUIRE(few);
    for (FoundPlan const& found : few->best) {
        CHECK(found.plan.virtual_stages == 1);
        CHECK(found.plan.context == 1);
        CHECK(found.plan.sharding <= Sharding::optimizer);
        CHECK(found.plan.recompute != Recompute::selective);
    }
    offers.tensor = offers.pipeline = false;
    offers.zero = 3;
    auto const replicas = search_plans(a, hand_made::platform(), space);
    REQUIRE(replicas);
    for (FoundPlan const& found : replicas->best) CHECK(found.plan.data == 16);
}

TEST_CASE("plans with exactly the same step time are listed once, and counted",
          "[application][unit]") {
    Application const a = half_precision_small();
    PlanSpace space = space_of(16, 64);
    space.keep = 20000;
    auto const merged = search_plans(a, hand_made::platform(), space);
    REQUIRE(merged);
    std::size_t all = merged->best.size();
    for (FoundPlan const& found : merged->best) all += found.equals;
    CHECK(all == merged->fitting);
    for (std::size_t i = 1; i < merged->best.size(); ++i)
        CHECK(merged->best[i - 1].step.total < merged->best[i].step.total);
}

TEST_CASE("plans that leave the margin come before all others", "[application][unit]") {
    Application const a = half_precision_small();
    PlanSpace space = space_of(16, 64);
    space.keep = 20000;
    auto const all = search_plans(a, hand_made::platform(), space);
    REQUIRE(all);
    CHECK(all->sparing == all->fitting);
    // A margin that only some plans leave.
    Bytes const need = all->best.front().step.memory.total();
    space.margin = 1.0 - 0.99 * (need / hand_made::platform().accelerator.memory);
    auto const some = search_plans(a, hand_made::platform(), space);
    REQUIRE(some);
    CHECK(some->fitting == all->fitting);
    CHECK(some->sparing < all->fitting);
    CHECK(some->best.front().step.memory.total() < need);
    CHECK(std::ranges::is_partitioned(some->best, [](FoundPlan const& f) { return f.spares; }));
    space.margin = 1.0;
    auto const none = search_plans(a, hand_made::platform(), space);
    REQUIRE(none);
    CHECK(none->sparing == 0);
    CHECK(none->best.front().plan.devices() == 16);
}

TEST_CASE("held layers to recompute are in plans that recompute layers, and in no others",
          "[application][unit]") {
    Application const a = half_precision_small();
    for (char const* held : {"recompute-every=2", "recompute-layers=2"}) {
        PlanSpace space = space_of(16, 64);
        space.keep = 20000;
        space.merge_equals = false;
        space.held = *read_plan(held);
        auto const search = search_plans(a, hand_made::platform(), space);
        REQUIRE(search);
        std::size_t some = 0;
        for (FoundPlan const& found : search->best) {
            bool const full = found.plan.recompute == Recompute::full;
            bool const part = found.plan.recompute_every + found.plan.recompute_layers > 0;
            CHECK(full == part);
            if (part) ++some;
            CHECK(step_time(a, hand_made::platform(), found.plan));
        }
        CHECK(some > 0);
    }
}
