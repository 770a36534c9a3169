// SPDX-License-Identifier: Apache-2.0
#include "models/application/inference.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/served_format.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

Transformer decoder(std::string const& name) {
    auto loaded = load_application(name, std::string(PROJECT_DIR) + "/workloads/applications");
    REQUIRE(loaded);
    return std::get<Transformer>(loaded->model);
}

InferencePlan serving(int batch, int tensor = 1) {
    return {.tensor = tensor, .batch = batch, .prompt = 128, .output = 64};
}

InferenceTime served_by_hand_made(Transformer const& model, InferencePlan const& plan) {
    auto const time = inference_time(model, plan, hand_made::platform());
    if (!time) FAIL(to_text(time.error()));
    return *time;
}

std::string refusal(Transformer const& model, InferencePlan const& plan) {
    auto const time = inference_time(model, plan, hand_made::platform());
    REQUIRE_FALSE(time);
    return time.error().items().front().message;
}

}  // namespace

TEST_CASE("a token leaves keys and values of all layers in the cache", "[application][unit]") {
    // 32 layers x 2 x 4096 numbers of two bytes.
    CHECK(cache_per_token(decoder("llama-7b"), serving(1)).si() == Approx(524288.0));
    // Eight key heads of 128 in 80 layers; a device of eight has one head, one of sixteen as well.
    Transformer const grouped = decoder("llama-70b");
    CHECK(cache_per_token(grouped, serving(1)).si() == Approx(327680.0));
    CHECK(cache_per_token(grouped, serving(1, 8)).si() == Approx(40960.0));
    CHECK(cache_per_token(grouped, serving(1, 16)).si() == Approx(40960.0));
    // 61 layers of 512 + 64 latent numbers, which the devices of a group cannot share.
    Transformer const latent = decoder("deepseek-v3");
    CHECK(cache_per_token(latent, serving(1, 8)).si() == Approx(2.0 * 61 * 576));
    InferencePlan narrow = serving(1);
    narrow.cache = Precision::fp8;
    CHECK(cache_per_token(grouped, narrow).si() == Approx(163840.0));
}

TEST_CASE("a token takes at least the time to read the weights", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    InferenceTime const time = served_by_hand_made(model, serving(1));
    // 13.2 GB without the table of words over 1 TB/s; beside it the arithmetic of tiles of 32 rows, of which one has numbers,
    // the cache and activations.
    double const read = (parameters(model) - 32000.0 * 4096) * 2.0 / 1e12;
    CHECK(time.between_tokens.value.si() > read);
    CHECK(time.between_tokens.value.si() == Approx(read).epsilon(0.2));
    CHECK(time.between_tokens.low < time.between_tokens.value);
    CHECK(time.between_tokens.value < time.between_tokens.high);
}

TEST_CASE("prompts are limited by arithmetic", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    InferencePlan plan = serving(1);
    plan.prompt = 4096;
    double const least = 2.0 * 6.6e9 * 4096 / 100e12;
    CHECK(served_by_hand_made(model, plan).first_token.value.si() > least);
    CHECK(served_by_hand_made(model, plan).first_token.value.si() < 1.6 * least);
    // Twice the requests in twice the time.
    InferencePlan two = plan;
    two.batch = 4;
    CHECK(served_by_hand_made(model, two).first_token.value /
              served_by_hand_made(model, plan).first_token.value ==
          Approx(4.0).epsilon(0.05));
}

TEST_CASE("more requests share the reading of weights but not that of the cache",
          "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    InferenceTime const one = served_by_hand_made(model, serving(1));
    InferenceTime const many = served_by_hand_made(model, serving(32));
    CHECK(many.between_tokens.value > one.between_tokens.value);
    CHECK(many.tokens_per_second > 15.0 * one.tokens_per_second);
    CHECK(many.tokens_per_second < 32.0 * one.tokens_per_second);
    // Start-ups of attention kernels are shared, too.
    CHECK(many.decode.attention / one.decode.attention < 32.0);
    CHECK(many.decode.attention / one.decode.attention > 10.0);
    CHECK(many.total.si() ==
          Approx(many.first_token.value.si() + 63.0 * many.between_tokens.value.si()));
}

TEST_CASE("a tensor group divides weights and cache and adds messages", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    InferenceTime const one = served_by_hand_made(model, serving(8));
    InferenceTime const four = served_by_hand_made(model, serving(8, 4));
    CHECK(four.memory.weights / one.memory.weights == Approx(0.25).epsilon(0.01));
    CHECK(four.memory.cache / one.memory.cache == Approx(0.25));
    CHECK(one.decode.messages.si() == 0.0);
    CHECK(four.decode.messages.si() > 0.0);
    CHECK(four.between_tokens.value < one.between_tokens.value);
}

TEST_CASE("the largest batch fits, and one request more does not", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    InferencePlan plan = serving(1);
    plan.prompt = 2048;
    plan.output = 512;
    int const most = inference_memory(model, plan, bytes(80e9)).largest_batch;
    CHECK(most > 30);
    plan.batch = inference_memory(model,
                                  InferencePlan{.batch = most, .prompt = 2048, .output = 512},
                                  bytes(80e9))
                     .largest_batch;
    CHECK(inference_time(model, plan, hand_made::platform()));
    ++plan.batch;
    auto const refused = inference_time(model, plan, hand_made::platform());
    REQUIRE_FALSE(refused);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.code == Code::out_of_memory);
    CHECK(says(d.message, "keys and values"));
    CHECK(says(d.help, "the largest batch that fits is"));
}

TEST_CASE("few requests read only the experts that they meet", "[application][unit]") {
    Transformer const model = decoder("mixtral-8x7b");
    InferencePlan plan = serving(1, 4);
    double const one = served_by_hand_made(model, plan).decode.products.si();
    // Two of eight experts, so far less than all weights.
    CHECK(one < 0.5 * parameters(model) * 2.0 / 4.0 / 1e12);
    plan.batch = 64;
    CHECK(served_by_hand_made(model, plan).decode.products.si() > 2.0 * one);
}

TEST_CASE("narrow weights are read faster, and activations keep 16 bits", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    Platform platform = hand_made::platform();
    for (Precision const p : {Precision::fp8, Precision::int8})
        platform.accelerator
            .peak[static_cast<std::size_t>(p)][static_cast<std::size_t>(Unit::matrix)] =
            flop_per_second(200e12);
    InferenceTime const wide = *inference_time(model, serving(1), platform);
    for (Precision const p : {Precision::fp8, Precision::int8}) {
        InferencePlan plan = serving(1);
        plan.precision = p;
        auto const narrow = inference_time(model, plan, platform);
        REQUIRE(narrow);
        CHECK(narrow->decode.products / wide.decode.products == Approx(0.5).epsilon(0.05));
        CHECK(narrow->memory.working == wide.memory.working);
        // The tables of words stay in 16 bits.
        CHECK(narrow->memory.weights > 0.5 * wide.memory.weights);
    }
}

TEST_CASE("a window limits what attention reads and the cache holds", "[application][unit]") {
    Transformer model = decoder("llama-7b");
    InferencePlan plan = serving(1);
    plan.prompt = 8192;
    InferenceTime const all = served_by_hand_made(model, plan);
    model.window = 1024;
    model.windowed_layers = model.layers;
    InferenceTime const windowed = served_by_hand_made(model, plan);
    // The memory moves 1 TB/s, and the rest of the attention does not depend on the window.
    CHECK((all.decode.attention - windowed.decode.attention).si() * 1e12 ==
          Approx((all.memory.cache - windowed.memory.cache).si() * 7200.0 / 7232.0));
    CHECK(all.memory.cache / windowed.memory.cache == Approx((8192 + 64) / 1024.0));
}

TEST_CASE("what cannot be served is refused with the reason", "[application][unit]") {
    CHECK(says(refusal(decoder("bert-large"), serving(1)), "an encoder generates no tokens"));
    CHECK(says(refusal(decoder("nemotron-3-nano"), serving(1)), "a state instead of attention"));
    CHECK(says(refusal(decoder("llama-7b"), serving(1, 3)), "does not divide 32 heads"));
    InferencePlan narrow = serving(1);
    narrow.precision = Precision::fp8;
    CHECK(says(refusal(decoder("llama-7b"), narrow), "no matrix unit for fp8"));
    CHECK(says(refusal(decoder("llama-70b"), serving(1)), "weights"));
    CHECK(says(refusal(decoder("gpt3-125m"), serving(1, 6)), "does not fill nodes of 4 GPUs"));
}

TEST_CASE("weights in few bits take their bits and those of their scales", "[application][unit]") {
    Transformer const dense = decoder("llama-7b");
    InferencePlan plan = serving(1);
    Bytes const wide = inference_memory(dense, plan, bytes(80e9)).weights;
    plan.weights = WeightFormat::int4;
    Bytes const narrow = inference_memory(dense, plan, bytes(80e9)).weights;
    double const embeddings = 2.0 * embedding_parameters(dense);
    CHECK((narrow.si() - embeddings) / (wide.si() - embeddings) == Approx((4.0 + 20.0 / 128) / 16));
    // A token takes less time, because less is read; a prompt does not.
    InferenceTime const read_wide = served_by_hand_made(dense, serving(1));
    InferenceTime const read_narrow = served_by_hand_made(dense, plan);
    CHECK(read_narrow.between_tokens.value < 0.6 * read_wide.between_tokens.value);
    CHECK(read_narrow.first_token.value > 0.5 * read_wide.first_token.value);
    // In mixtures four bits hold the experts only: 117 billion numbers, of which 114.7 are of experts.
    Transformer const mixture = decoder("gpt-oss-120b");
    plan.weights = WeightFormat::mxfp4;
    CHECK(inference_memory(mixture, plan, bytes(80e9)).weights.si() == Approx(65e9).epsilon(0.04));
}

TEST_CASE("groups with requests of their own share the experts", "[application][unit]") {
    Transformer const model = decoder("mixtral-8x7b");
    InferencePlan const tensor = serving(16, 4);
    InferencePlan groups = serving(16);
    groups.data = 4;
    groups.expert = 4;
    auto const by_tensor = inference_memory(model, tensor, bytes(80e9));
    auto const by_groups = inference_memory(model, groups, bytes(80e9));
    // Each group has the whole attention, and a quarter of the experts and of the cache.
    CHECK(by_groups.weights > by_tensor.weights);
    CHECK(by_groups.cache.si() == Approx(by_tensor.cache.si()));
    groups.expert = 3;
    CHECK(refusal(model, groups) == "expert parallelism 3 does not divide the 4 GPUs of a replica");
    CHECK(refusal(decoder("llama-7b"), {.expert = 2}) ==
          "expert parallelism 2 of a model without experts");
}

TEST_CASE("accepted proposals make several tokens of a pass", "[application][unit]") {
    CHECK(Speculation{}.per_pass() == 1.0);
    CHECK(Speculation{3, 0.5}.per_pass() == Approx(1.0 + 0.5 + 0.25 + 0.125));
    CHECK(Speculation{3, 1.0}.per_pass() == 4.0);
    Transformer const model = decoder("llama-7b");
    InferencePlan plan = serving(1);
    InferenceTime const plain = served_by_hand_made(model, plan);
    plan.speculation = {3, 0.8};
    InferenceTime const drafted = served_by_hand_made(model, plan);
    CHECK(drafted.between_tokens.value < 0.5 * plain.between_tokens.value);
    plan.speculation.accepted = 0.0;
    CHECK(served_by_hand_made(model, plan).between_tokens.value > plain.between_tokens.value);
}

TEST_CASE("the host of an engine adds to passes and first tokens", "[application][unit]") {
    Transformer const model = decoder("llama-7b");
    ServingSoftware engine;
    engine.pass = seconds(0.01);
    engine.arrival = seconds(0.5);
    auto const with = inference_time(model, serving(1), hand_made::platform(), engine);
    REQUIRE(with);
    InferenceTime const without = served_by_hand_made(model, serving(1));
    CHECK((with->between_tokens.value - without.between_tokens.value).si() == Approx(0.01));
    CHECK((with->first_token.value - without.first_token.value).si() == Approx(0.51));
    // A pass with prompts lasts at least as long as the host takes to start its kernels: ten of a layer.
    engine = {};
    engine.prompt_kernel = seconds(0.1);
    auto const slow = inference_time(model, serving(1), hand_made::platform(), engine);
    REQUIRE(slow);
    CHECK(slow->first_token.value.si() > 32.0);
}

TEST_CASE("products take the format of the weights if the device has units for it",
          "[application][unit]") {
    Accelerator const hopper = hand_made::platform().accelerator;
    auto const int4 = served_format("awq", hopper);
    REQUIRE(int4);
    CHECK(int4->weights == WeightFormat::int4);
    CHECK(int4->converted);
    InferencePlan named;
    named.weights = int4->weights;
    CHECK(weights_name(named) == "int4");
    named.weights_asked = int4->asked;
    CHECK(weights_name(named) == "awq");
    CHECK(served_format("int4", hopper)->asked.empty());
    CHECK(size_of(int4->precision) == bytes(2));
    auto const unknown = served_format("mxfp5", hopper);
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().items().front().help.find("mxfp4") != std::string::npos);
}

TEST_CASE("engines are read with their sources", "[application][unit]") {
    std::string const folder = std::string(PROJECT_DIR) + "/workloads/engines";
    CHECK(engine_names(folder).size() >= 3);
    for (std::string const& name : engine_names(folder)) {
        auto const engine = load_engine(name, folder);
        REQUIRE(engine);
        CHECK(engine->name == name);
    }
    CHECK_FALSE(load_engine("vlm", folder));
}
