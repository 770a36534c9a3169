// SPDX-License-Identifier: Apache-2.0
#include "models/application/checkpoint_volume.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Application named(std::variant<Transformer, Cnn> model) {
    Application application;
    application.name = "test";
    application.model = std::move(model);
    return application;
}

/// Bytes a parameter.
double bytes_each(Transformer const& model, Plan const& plan) {
    return checkpoint_volume(named(model), plan, 4).size.si() / parameters(model, plan.tensor);
}

}  // namespace

TEST_CASE("a checkpoint holds the states of the precision and the sharding",
          "[application][unit]") {
    Transformer const model = hand_made::small();
    Plan plan;
    plan.data = 4;
    plan.precision = Precision::bf16;
    CHECK(bytes_each(model, plan) == Approx(14.0));
    plan.sharding = Sharding::optimizer;
    CHECK(bytes_each(model, plan) == Approx(14.0));
    plan.sharding = Sharding::parameters;
    CHECK(bytes_each(model, plan) == Approx(12.0));
    plan.precision = Precision::fp8;
    CHECK(bytes_each(model, plan) == Approx(12.0));
    for (Sharding const sharding : {Sharding::none, Sharding::gradients, Sharding::parameters}) {
        plan.sharding = sharding;
        plan.precision = Precision::fp32;
        CHECK(bytes_each(model, plan) == Approx(12.0));
    }
}

TEST_CASE("BLOOM's checkpoint has its published size; twelve nodes write weights, all write states",
          "[application][unit]") {
    Transformer model = hand_made::gpt3();
    model.layers = 70;
    model.hidden = 14336;
    model.heads = model.kv_heads = 112;
    model.ffn = 4 * 14336;
    model.vocabulary = 250680;
    Plan plan;
    plan.tensor = 4;
    plan.pipeline = 12;
    plan.data = 8;
    plan.sharding = Sharding::optimizer;
    plan.precision = Precision::bf16;
    CheckpointVolume const volume = checkpoint_volume(named(model), plan, 8);
    CHECK(volume.size.si() == Approx(2.3e12).epsilon(0.08));
    double const count = volume.size.si() / 14.0;
    CHECK(volume.written.si() == Approx(count * (2.0 / 12.0 + 12.0 / 48.0)));
    // A node holds two replicas of a twelfth of the weights, and its share of the states.
    CHECK(volume.read.si() == Approx(count * (2.0 / 12.0 + 12.0 / 48.0)));
}

TEST_CASE("without sharing one replica writes everything, and every node reads it",
          "[application][unit]") {
    Transformer const model = hand_made::small();
    Plan plan;
    plan.data = 16;
    plan.precision = Precision::bf16;
    CheckpointVolume const whole = checkpoint_volume(named(model), plan, 4);
    CHECK(whole.written == whole.size);
    CHECK(whole.read == whole.size);
    CHECK(whole.writers() == 1);
    plan.sharding = Sharding::parameters;
    CheckpointVolume const spread = checkpoint_volume(named(model), plan, 4);
    CHECK(spread.written.si() == Approx(spread.size.si() / 4.0));
    CHECK(spread.read.si() == Approx(spread.size.si() / 4.0));
    CHECK(spread.writers() == 4);
    // Hybrid: the devices of one node share, and the first node writes.
    plan.shard_devices = 4;
    CHECK(checkpoint_volume(named(model), plan, 4).written == spread.size);
}

TEST_CASE("images keep FP32 weights and a momentum whatever the precision", "[application][unit]") {
    Cnn model;
    model.image = 32;
    model.classes = 10;
    model.samples = 100;
    model.layers.push_back({.in_channels = 3, .out_channels = 8, .kernel = 3, .out_size = 32});
    Plan plan;
    plan.data = 8;
    plan.precision = Precision::fp16;
    CheckpointVolume const volume = checkpoint_volume(named(model), plan, 4);
    CHECK(volume.size.si() == Approx(8.0 * parameters(model)));
    CHECK(volume.writers() == 1);
}
