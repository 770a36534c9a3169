// SPDX-License-Identifier: Apache-2.0
#include "models/application/sample_input.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Application images() {
    Cnn model;
    model.samples = 1000;
    Application application;
    application.model = model;
    application.dataset = TrainingSet{{bytes(2e8), 1000, 10}, std::nullopt, seconds(0.005), "ram"};
    return application;
}

}  // namespace

TEST_CASE("a sample is an equal part of the set", "[application][unit]") {
    auto const packed = sample_input(images(), false);
    REQUIRE(packed);
    CHECK(packed->size == bytes(2e5));
    CHECK(packed->opens == Approx(0.01));
    CHECK(packed->decode == seconds(0.005));
    CHECK(sample_input(images(), true)->opens == Approx(1.0));

    Application loose = images();
    loose.dataset->files.shards = 0;
    loose.dataset->samples = 2000;
    CHECK(sample_input(loose, false)->opens == Approx(0.5));
}

TEST_CASE("a language model reads token numbers by default", "[application][unit]") {
    Application application;
    application.model = hand_made::gpt3();
    auto const text = sample_input(application, false);
    REQUIRE(text);
    CHECK(text->size == bytes(2.0 * 2048));
    CHECK(text->opens == 0.0);
    CHECK(text->decode == Duration{});
    std::get<Transformer>(application.model).vocabulary = 128256;
    CHECK(sample_input(application, false)->size == bytes(4.0 * 2048));

    Application unknown = images();
    unknown.dataset.reset();
    CHECK_FALSE(sample_input(unknown, false));
}

TEST_CASE("a node loads its part of the batch on cores that do not drive devices",
          "[application][unit]") {
    NodeType type;
    type.gpus = 4;
    type.usable_cores = 32;
    CHECK(loader_cores(type) == 7);
    type.usable_cores = 4;
    CHECK(loader_cores(type) == 1);

    Plan plan;
    plan.data = 8;
    plan.micro_batch = 16;
    plan.accumulation = 2;
    StepInput const input = step_input({bytes(2e5), 1.0, seconds(0.005)}, plan, 2, 28);
    CHECK(input.samples == Approx(128));
    CHECK(input.loader_cores == 28);
    Store store;
    store.kind = StoreKind::shared;
    store.read = store.per_node = bytes_per_second(1e9);
    store.opens = Frequency::from_si(2000);
    LoadTime const time = load_time(input, store, 2, 1.0);
    CHECK(time.read.si() == Approx(128 * 2e5 / 0.5e9));
    CHECK(time.open.si() == Approx(128 / 1000.0));
    CHECK(time.decode.si() == Approx(128 * 0.005 / 28));
}
