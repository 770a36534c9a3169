// SPDX-License-Identifier: Apache-2.0
// A search evaluates millions of steps: none may allocate. This program counts its own allocations.
#include "models/application/plan_search.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

#include <cstdlib>
#include <new>
#include <utility>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory, std::nothrow_t const&) noexcept {
    std::free(memory);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace clustersim;

TEST_CASE("evaluating a step allocates nothing", "[application][unit]") {
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = 8;
    Transformer const model = hand_made::small();
    auto const context = prepare_step(hand_made::application(model), hand_made::platform(), plan);
    REQUIRE(context);
    Cnn const cnn = hand_made::two_convolutions();

    std::size_t const before = allocations;
    CHECK(before > 0);  // the counter works
    Duration total{};
    for (plan.accumulation = 1; plan.accumulation <= 100; ++plan.accumulation)
        total += step_time(model, plan, *context).total + step_time(cnn, plan, *context).total;
    std::size_t const after = allocations;
    CHECK(after == before);
    CHECK(total > Duration{});
}

TEST_CASE("the allocations of a search do not grow with its plans", "[application][unit]") {
    Application application = hand_made::application(hand_made::small());
    application.training.precision = Precision::fp16;
    PlanSpace space;
    space.devices = 16;
    space.global_batch = 64;
    auto const search = [&](int most_micro_batch) {
        space.most_micro_batch = most_micro_batch;
        std::size_t const before = allocations;
        auto const found = search_plans(application, hand_made::platform(), space);
        std::size_t const after = allocations;
        return std::pair{found ? found->looked_at : 0, after - before};
    };
    auto const [few, of_few] = search(1);
    auto const [many, of_many] = search(16);
    CHECK(many > 2 * few);
    CHECK(of_many == of_few);
}
