// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

#include <fmt/format.h>

using namespace clustersim;

namespace {

std::string const head = R"(schema: clustersim/application/1
name: test
title: a model for a test
sources: {T: a test}
)";
std::string const model = R"(transformer:
  source: T
  confidence: estimate
  layers: 4
  hidden: 64
  heads: 4
  kv_heads: 2
  ffn: 256
  sequence: 32
  vocabulary: 100
  activation: swiglu
  norm: rms
  positions: rotary
  biases: false
  tied_embeddings: false
)";
std::string const training = R"(training:
  source: T
  confidence: estimate
  precision: bf16
  micro_batch: 2
  micro_batch_by_memory: [{device_memory: 40 GB, samples: 4}]
  strong_batch: 64
  weak_accumulation: 8
  tensor: 2
  model_devices: 4
  recompute: selective
  distributed_optimizer: true
  epoch: {fixed: 2 s, validation_speed: 3}
)";
std::string const framework = R"(framework:
  source: T
  confidence: estimate
  gradient_overlap: 0.5
  gradient_bucket: 25 MiB
  step_overhead: 1 ms
  host_per_kernel: 10 us
  kernel_share: 0.9
  reserve: 2 GB
  compute_spread: 0.1
  network_spread: 0.2
)";

Result<Application> read(std::string const& text) {
    auto const node = parse_yaml(text, "test.yaml");
    REQUIRE(node);
    return read_application(*node);
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
    auto const at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(std::string const& text) {
    auto const application = read(text);
    return application ? std::string{} : to_text(application.error());
}

}  // namespace

TEST_CASE("it reads a decoder with its training and its software", "[application][unit]") {
    auto const a = read(head + model + training + framework);
    REQUIRE(a);
    CHECK(a->name == "test");
    auto const& m = std::get<Transformer>(a->model);
    CHECK(m.layers == 4);
    CHECK(m.kv_heads == 2);
    CHECK(m.vocabulary_multiple == 128);
    CHECK(m.activation == Activation::swiglu);
    CHECK(m.norm == Norm::rms);
    CHECK(m.positions == Positions::rotary);
    CHECK_FALSE(m.biases);
    CHECK_FALSE(m.tied_embeddings);
    CHECK(m.fused_attention);
    CHECK(a->training.precision == Precision::bf16);
    CHECK(a->training.micro_batch == 2);
    REQUIRE(a->training.micro_batch_by_memory.size() == 1);
    CHECK(a->training.micro_batch_by_memory[0].samples == 4);
    CHECK(a->training.strong_batch == 64);
    CHECK(a->training.weak_accumulation == 8);
    CHECK(a->training.recompute == Recompute::selective);
    CHECK(a->training.sharding == Sharding::optimizer);
    CHECK(a->training.epoch.fixed.si() == Approx(2.0));
    CHECK(a->training.framework.bucket.size.si() == Approx(25.0 * 0x1p20));
    std::string const size = "gradient_bucket: 25 MiB";
    auto const by_number = read(
        head + model + training +
        replaced(framework, size, "bucket_gradients: 4e7\n  bucket_gradients_per_replica: 1e6"));
    REQUIRE(by_number);
    CHECK(by_number->training.framework.bucket.gradients == 4e7);
    CHECK(by_number->training.framework.bucket.gradients_per_replica == 1e6);
    auto const by_layer =
        read(head + model + training + replaced(framework, size, "bucket_layers: 1"));
    REQUIRE(by_layer);
    CHECK(by_layer->training.framework.bucket.layers == 1.0);
    std::string const none = refusal(
        head + model + training + replaced(framework, size, "bucket_gradients_per_replica: 1e6"));
    CHECK(says(none, "the key \"gradient_bucket\" is missing here"));
    CHECK(a->training.framework.host_per_kernel.si() == Approx(10e-6));
    CHECK(a->training.framework.kernel_share == Approx(0.9));
    CHECK(a->training.framework.attention_share == 1.0);
}

TEST_CASE("a published batch is read with its range and its source, and studies use it",
          "[application][unit]") {
    std::string const batch = "  global_batch: {value: 96, source: T, confidence: paper}\n";
    auto const a =
        read(head + model + replaced(training, "  strong_batch: 64\n", batch) + framework);
    REQUIRE(a);
    REQUIRE(a->training.global_batch);
    CHECK(a->training.global_batch->samples == 96);
    CHECK(a->training.global_batch->least == 96);
    CHECK(a->training.global_batch->most == 96);
    CHECK(a->training.global_batch->citation == "a test");
    CHECK(a->training.global_batch->confidence == "paper");
    CHECK(a->training.strong_batch == 96);
    std::string const range = batch + "  global_batch_least: 32\n  strong_batch: 64\n";
    auto const b =
        read(head + model + replaced(training, "  strong_batch: 64\n", range) + framework);
    REQUIRE(b);
    CHECK(b->training.global_batch->least == 32);
    CHECK(b->training.strong_batch == 64);
    std::string const wrong = replaced(range, "least: 32", "least: 128");
    CHECK(
        says(refusal(head + model + replaced(training, "  strong_batch: 64\n", wrong) + framework),
             "global_batch 96 is not between its limits 128 and 96"));
    CHECK(says(refusal(head + model +
                       replaced(training, "  strong_batch: 64\n", "  global_batch_most: 9\n") +
                       framework),
               "give `global_batch`"));
}

TEST_CASE("it reads a convolutional network layer by layer", "[application][unit]") {
    std::string const cnn = R"(cnn:
  source: T
  confidence: estimate
  image: 32
  classes: 10
  samples: 1000
  layers:
    - {in: 3, out: 8, kernel: 3, stride: 2, size: 16, residual: true, repeat: 2}
    - {in: 8, out: 10, kernel: 1, size: 1, norm: false, relu: false}
)";
    auto const a =
        read(head + cnn + replaced(training, "  tensor: 2\n  model_devices: 4\n", "") + framework);
    REQUIRE(a);
    auto const& m = std::get<Cnn>(a->model);
    REQUIRE(m.layers.size() == 2);
    CHECK(m.layers[0].stride == 2);
    CHECK(m.layers[0].adds_residual);
    CHECK(m.layers[0].repeat == 2.0);
    CHECK(m.layers[0].normalised);
    CHECK_FALSE(m.layers[1].activated);
    CHECK(m.validation_samples == 0.0);
    CHECK(says(refusal(head + cnn + training + framework), "held by one device"));
}

TEST_CASE("it reads a U-Net from its few numbers", "[application][unit]") {
    std::string const unet = R"(unet:
  source: T
  confidence: estimate
  image: 64
  downsampling: 8
  latent_channels: 4
  channels: [16, 32]
  blocks: 1
  attention_levels: 1
  head_width: 8
  context: {tokens: 7, width: 12}
  encoders: {text: {layers: 2, width: 12, head_width: 4}}
  samples: 1000
)";
    std::string const alone = replaced(training, "  tensor: 2\n  model_devices: 4\n", "");
    auto const a = read(head + unet + alone + framework);
    REQUIRE(a);
    auto const& m = std::get<Cnn>(a->model);
    // After one block down, in the middle, and after two blocks up.
    CHECK(m.blocks.size() == 4);
    CHECK(m.blocks[0].tokens == 64);
    CHECK(m.blocks[1].tokens == 16);
    CHECK(m.blocks[1].width == 32);
    CHECK(m.frozen.blocks.front().repeat == 2.0);
    CHECK(m.samples == 1000.0);
    auto const refused = [&](std::string const& old, std::string const& text) {
        return refusal(head + replaced(unet, old, text) + alone + framework);
    };
    CHECK(says(refused("image: 64", "image: 72"), "an edge of 9 cannot be halved 1 times"));
    CHECK(says(refused("image: 64", "image: 65"), "65 pixels is not divided by 8"));
    CHECK(says(refused("head_width: 8", "head_width: 7"), "16 channels are no multiple of 7"));
    CHECK(says(refused("blocks: 1", "blokcs: 1"), "did you mean \"blocks\"?"));
    CHECK(says(refused("[16, 32]", "[]"), "at least one level"));
    CHECK(says(refused("attention_levels: 1", "attention_levels: 3"), "attention_levels"));
}

TEST_CASE("contradicting values are reported with their place", "[application][unit]") {
    CHECK(says(refusal(head + replaced(model, "heads: 4", "heads: 5") + training + framework),
               "test.yaml:10:10: error[CS0110]: 5 heads do not divide the width 64"));
    CHECK(says(refusal(head + replaced(model, "kv_heads: 2", "kv_heads: 3") + training + framework),
               "3 key/value heads do not divide the heads, 4"));
    CHECK(says(refusal(head + model + replaced(training, "model_devices: 4", "model_devices: 10") +
                       framework),
               "5 pipeline stages (model_devices / tensor) do not divide 4 layers"));
    CHECK(says(refusal(head + model + replaced(training, "model_devices: 4", "model_devices: 5") +
                       framework),
               "tensor parallelism 2 does not divide the 5 devices"));
    CHECK(says(refusal(head + training + framework), "the application has no model"));
    CHECK(says(refusal(head + model + "cnn: {image: 1}\n" + training + framework), "not both"));
}

TEST_CASE("it reads experts, latent attention, states and windows", "[application][unit]") {
    auto const with = [](std::string const& lines) {
        return read(head + model + lines + training + framework);
    };
    auto const sparse = with("  head_width: 32\n  dropout: 0.1\n  encoder: true\n  "
                             "predicted_share: 0.15\n  mtp_layers: 1\n"
                             "  experts: {count: 8, per_token: 2, ffn: 32, shared: 1, shared_ffn: "
                             "64, dense_layers: 1}\n");
    REQUIRE(sparse);
    auto const& m = std::get<Transformer>(sparse->model);
    CHECK(m.head_width == 32);
    CHECK(m.dropout == 0.1);
    CHECK(m.encoder);
    CHECK(m.predicted_share == 0.15);
    CHECK(m.depth() == 5);
    CHECK(m.experts.count == 8);
    CHECK(m.experts.per_token == 2);
    CHECK(m.experts.shared_width() == 64.0);
    CHECK(m.expert_share() == 0.75);
    auto const latent = read(head +
                             replaced(model,
                                      "  kv_heads: 2\n",
                                      "  latent_attention: {kv_rank: 8, plain_width: 12, "
                                      "rotary_width: 4, value_width: 8}\n") +
                             training + framework);
    REQUIRE(latent);
    CHECK(std::get<Transformer>(latent->model).query_width() == 64.0);
    CHECK(std::get<Transformer>(latent->model).mixed_width() == 32.0);
    auto const hybrid =
        with("  attention_layers: 1\n  ffn_layers: 1\n  window: 8\n"
             "  state_space: {layers: 2, heads: 4, head_width: 16, groups: 2, state: 8}\n");
    REQUIRE(hybrid);
    auto const& h = std::get<Transformer>(hybrid->model);
    CHECK(h.blocks() == 1.0);
    CHECK(h.state_space.convolved() == 96.0);
    CHECK(h.windowed_layers == 1);
    CHECK(h.seen_share() == 0.5);  // twice the window of 32 tokens
}

TEST_CASE("impossible experts are reported with the possible values", "[application][unit]") {
    auto const says_of = [](std::string const& lines, std::string const& part) {
        return says(refusal(head + model + lines + training + framework), part);
    };
    CHECK(says_of("  experts: {count: 4, per_token: 5, ffn: 32}\n",
                  "\"per_token\" is 5, but there are 4 experts"));
    CHECK(says_of("  experts: {count: 4, per_token: 1, ffn: 32, dense_layers: 4}\n", "at most 3"));
    CHECK(says_of("  experts: {count: 4, per_token: 1, ffn: 32, shared_ffn: 8}\n", "shared: 1"));
    CHECK(says_of("  experts: {count: 4, per_tokens: 1, ffn: 32}\n", "did you mean \"per_token\""));
    CHECK(says_of("  windowed_layers: 1\n", "`windowed_layers` needs a window"));
    CHECK(says(refusal(head + model + "  experts: {count: 4, per_token: 1, ffn: 32}\n" + training +
                       "  expert: 3\n" + framework),
               "expert parallelism 3 does not divide 4 experts"));
    CHECK(says(refusal(head + model + training + "  expert: 2\n" + framework),
               "a model without experts"));
}

TEST_CASE("misspelt keys, units and names are reported with the nearest known",
          "[application][unit]") {
    CHECK(says(
        refusal(head + replaced(model, "  norm: rms\n", "  norm: rsm\n") + training + framework),
        "did you mean \"rms\""));
    CHECK(says(refusal(head + replaced(model, "layers: 4", "layers: 4\n  layer: 3") + training +
                       framework),
               "CS0103"));
    CHECK(says(refusal(head + model + training + replaced(framework, "25 MiB", "25")), "CS0106"));
    CHECK(says(refusal(head + replaced(model, "layers: 4", "layers: 0") + training + framework),
               "CS0107"));
}

TEST_CASE("a number without its source is refused", "[application][unit]") {
    CHECK(says(refusal(head + replaced(model, "  source: T\n", "") + training + framework),
               "CS0111"));
}

TEST_CASE("all mistakes of a file are reported at once", "[application][unit]") {
    std::string const text = head + replaced(model, "layers: 4", "layers: 0") +
                             replaced(training, "bf16", "bf17") + framework;
    auto const refused = read(text);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().size() == 2);
}
