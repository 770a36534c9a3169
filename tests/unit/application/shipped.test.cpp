// SPDX-License-Identifier: Apache-2.0
// The shipped applications on the shipped machines, compared with published results. The bounds are
// wide: they detect a broken model, not one that could be better.
#include "models/application/application_catalogue.hpp"
#include "models/application/scaling.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

Application shipped(std::string const& name) {
    auto application = load_application(name, std::string(PROJECT_DIR) + "/workloads/applications");
    REQUIRE(application);
    return std::move(*application);
}

Platform machine(std::string const& name, std::string const& partition) {
    auto const loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    Partition const* found = loaded->system.find_partition(partition);
    REQUIRE(found != nullptr);
    auto platform = platform_of(loaded->system, *found);
    REQUIRE(platform);
    return std::move(*platform);
}

ScalingPoint last(Application const& application,
                  Platform const& platform,
                  std::array<int, 2> nodes,
                  Scaling scaling) {
    auto const points = scaling_study(application, platform, nodes, scaling);
    if (!points) FAIL(to_text(points.error()));
    return points->back();
}

}  // namespace

TEST_CASE("shipped models have the parameter counts in their names", "[application][unit]") {
    auto const count = [](std::string const& name) {
        return std::visit([](auto const& m) { return parameters(m); }, shipped(name).model);
    };
    CHECK(count("gpt3-175b") == Approx(174.6e9).epsilon(0.001));
    CHECK(count("gpt-857m") == Approx(857.7e6).epsilon(0.001));
    CHECK(count("llama-7b") == Approx(6738415616.0));
    CHECK(count("llama-70b") == Approx(68976648192.0));
    CHECK(count("resnet50") == Approx(25557032.0));  // torchvision's resnet50
    CHECK(multiply_accumulates(std::get<Cnn>(shipped("resnet50").model)) ==
          Approx(4.089e9).epsilon(0.001));
}

TEST_CASE("well-known models have the parameter counts of their papers and model cards",
          "[application][unit]") {
    struct Published {
        std::string name;
        double all;
        double active;  ///< 0: all
        double within = 0.005;
    };
    // Billions. Cards round: "671B", "37B".
    std::vector<Published> const models{{"llama-13b", 13.016, 0},
                                        {"llama1-30b", 32.53, 0},
                                        {"llama1-65b", 65.29, 0},
                                        {"llama3-8b", 8.030, 0},
                                        {"llama3-70b", 70.55, 0},
                                        {"llama3.1-405b", 405.85, 0},
                                        {"llama3.2-1b", 1.236, 0},
                                        {"llama3.2-3b", 3.213, 0},
                                        {"mistral-7b", 7.242, 0},
                                        {"mixtral-8x7b", 46.70, 12.88},
                                        {"mixtral-8x22b", 140.6, 39.15},
                                        {"qwen2.5-7b", 7.616, 0},
                                        {"qwen2.5-32b", 32.76, 0},
                                        {"qwen2.5-72b", 72.71, 0},
                                        {"qwen3-8b", 8.191, 0},
                                        {"qwen3-32b", 32.76, 0},
                                        {"qwen3-30b-a3b", 30.53, 3.35},
                                        {"qwen3-235b-a22b", 235.1, 22.2},
                                        {"deepseek-v3", 671.0, 37.5},
                                        {"deepseek-v3-without-mtp", 671.0, 37.5},
                                        {"deepseek-v2", 235.7, 21.4},
                                        {"deepseek-v2-lite", 15.7, 2.66, 0.01},
                                        {"kimi-k2", 1026.0, 32.9},
                                        {"gpt-oss-120b", 116.8, 5.7},
                                        {"gpt-oss-20b", 20.9, 4.2},
                                        {"nemotron-3-nano", 31.6, 3.58},
                                        {"nemotron-4-15b", 15.6, 0, 0.01},
                                        {"nemotron-4-340b", 341.0, 0, 0.01},
                                        {"gpt3-125m", 0.125, 0, 0.01},
                                        {"gpt3-350m", 0.356, 0, 0.01},
                                        {"gpt3-760m", 0.76, 0, 0.01},
                                        {"gpt3-1.3b", 1.32, 0, 0.01},
                                        {"gpt3-2.7b", 2.65, 0, 0.01},
                                        {"gpt3-6.7b", 6.66, 0, 0.01},
                                        {"gpt3-13b", 12.85, 0, 0.01},
                                        {"gpt-neox-20b", 20.55, 0},
                                        {"gpt-j-6b", 6.05, 0},
                                        {"bloom-560m", 0.559, 0},
                                        {"bloom-1b7", 1.722, 0},
                                        {"bloom-3b", 3.003, 0},
                                        {"bloom-7b1", 7.069, 0},
                                        {"bloom-176b", 176.25, 0},
                                        {"bloom-176b-2022", 176.25, 0},
                                        {"opt-125m", 0.125, 0, 0.01},
                                        {"opt-1.3b", 1.316, 0, 0.01},
                                        {"opt-2.7b", 2.652, 0, 0.01},
                                        {"opt-6.7b", 6.658, 0},
                                        {"opt-13b", 12.85, 0},
                                        {"opt-30b", 29.97, 0},
                                        {"opt-66b", 65.72, 0},
                                        {"opt-175b", 174.6, 0},
                                        {"falcon-7b", 6.92, 0},
                                        {"falcon-40b", 41.3, 0},
                                        {"falcon-180b", 178.9, 0},
                                        {"mpt-125m", 0.125, 0, 0.01},
                                        {"mpt-7b", 6.65, 0, 0.01},
                                        {"mpt-30b", 29.97, 0, 0.01},
                                        {"mpt-70b", 64.9, 0, 0.01},
                                        {"bert-base", 0.110, 0, 0.01},
                                        {"bert-large", 0.336, 0, 0.01},
                                        {"vit-b16", 0.0866, 0, 0.01},
                                        {"vit-l16", 0.304, 0, 0.01},
                                        {"vit-h14", 0.632, 0, 0.01},
                                        {"vit-g14", 1.011, 0, 0.01},
                                        {"dit-xl2", 0.675, 0, 0.01},
                                        {"ast-base", 0.087, 0, 0.01},
                                        {"apertus-8b", 8.05, 0},
                                        {"apertus-70b", 70.6, 0},
                                        {"resnet18", 0.011689512, 0, 1e-9},
                                        {"resnet34", 0.021797672, 0, 1e-9},
                                        {"resnet101", 0.044549160, 0, 1e-9},
                                        {"resnet152", 0.060192808, 0, 1e-9}};
    for (Published const& published : models) {
        INFO(published.name);
        Application const application = shipped(published.name);
        double const all =
            std::visit([](auto const& m) { return parameters(m); }, application.model);
        CHECK(all == Approx(published.all * 1e9).epsilon(published.within));
        if (published.active == 0) continue;
        auto const& model = std::get<Transformer>(application.model);
        CHECK(active_parameters(model) == Approx(published.active * 1e9).epsilon(0.01));
    }
}

TEST_CASE("the arithmetic of vision transformers is that of their papers", "[application][unit]") {
    auto const forward = [](std::string const& name, int tokens) {
        Application const application = shipped(name);
        auto model = std::get<Transformer>(application.model);
        model.sequence = tokens;
        return model_flop(model).si() / 3.0;
    };
    // Steiner et al., 2021, and Zhai et al., 2022, count multiplications with one class token.
    CHECK(forward("vit-b16", 197) == Approx(2.0 * 17.6e9).epsilon(0.01));
    CHECK(forward("vit-l16", 197) == Approx(2.0 * 61.6e9).epsilon(0.01));
    CHECK(forward("vit-g14", 257) == Approx(2.0 * 267.2e9).epsilon(0.02));
    // Peebles and Xie, 2023, table 4: 118.64 G multiplications.
    CHECK(forward("dit-xl2", 256) == Approx(2.0 * 118.64e9).epsilon(0.01));
}

TEST_CASE("DeepSeek-V3's arithmetic matches the published training rates", "[application][unit]") {
    // NVIDIA Megatron Bridge's summary: 782 TFLOP/s at 3139 tokens/s without the layer for a further token, 1635 at
    // 6288 with it. It counts only the half of the scores that a causal mask leaves.
    auto const per_token = [](std::string const& name) {
        Application const application = shipped(name);
        auto const& model = std::get<Transformer>(application.model);
        Flop const half = 1.5 * model.depth() * attention_forward_flop(model);
        return (model_flop(model) - half).si() / model.sequence;
    };
    CHECK(per_token("deepseek-v3-without-mtp") == Approx(782e12 / 3139).epsilon(0.01));
    CHECK(per_token("deepseek-v3") == Approx(1635e12 / 6288).epsilon(0.01));
    // Of 61 layers and 64 heads: 1037 TFLOP/s at 5072 tokens/s.
    CHECK(per_token("kimi-k2") == Approx(1037e12 / 5072).epsilon(0.01));
}

TEST_CASE("the small GPT scales weakly as published", "[application][unit]") {
    // EPICURE guide, 5.3: 97 % on LUMI and above 90 % on MareNostrum 5 at 32 times one node.
    Application const app = shipped("gpt-857m");
    ScalingPoint const lumi = last(app, machine("lumi", "standard-g"), {1, 32}, Scaling::weak);
    CHECK(lumi.efficiency == Approx(0.97).margin(0.05));
    ScalingPoint const mn5 = last(app, machine("marenostrum5", "acc"), {1, 32}, Scaling::weak);
    CHECK(mn5.efficiency >= 0.90);
    // 77 % below the 384 TFLOP/s of the large model: 88 TFLOP/s a device.
    CHECK(mn5.step.per_gpu.si() / 1e12 == Approx(88.0).epsilon(0.3));
}

TEST_CASE("the large GPT scales as published, or better", "[application][unit]") {
    Application const app = shipped("gpt3-175b-without-overlap");
    Platform const lumi = machine("lumi", "standard-g");
    CHECK(minimum_nodes(app, lumi) == 16);
    CHECK(last(app, lumi, {16, 512}, Scaling::weak).efficiency >= 0.80);
    double const strong = last(app, lumi, {16, 512}, Scaling::strong).efficiency;
    CHECK(strong >= 0.45);
    CHECK(strong <= 0.80);
    Platform const mn5 = machine("marenostrum5", "acc");
    CHECK(minimum_nodes(app, mn5) == 32);
    CHECK(last(app, mn5, {32, 128}, Scaling::weak).efficiency >= 0.75);
}

TEST_CASE("Megatron-Core takes the attention that is written for Hopper", "[application][unit]") {
    Application app = shipped("llama-7b");
    std::get<Transformer>(app.model).sequence = 32768;
    auto const time = [&](char const* system, char const* partition) {
        Plan plan;
        plan.precision = Precision::bf16;
        plan.tensor = 4;
        auto const context = prepare_step(app, machine(system, partition), plan);
        REQUIRE(context);
        return step_time(std::get<Transformer>(app.model), plan, *context).compute;
    };
    Duration const hopper = time("marenostrum5", "acc");
    Duration const ampere = time("leonardo", "boost_usr_prod");
    app.training.framework.tuned_attention = false;
    CHECK(time("marenostrum5", "acc") > 1.1 * hopper);
    CHECK(time("leonardo", "boost_usr_prod") == ampere);
}

TEST_CASE("a model has its software's overlap unless its name says otherwise",
          "[application][unit]") {
    Framework const usual = shipped("llama-70b").training.framework;
    Framework const gpt = shipped("gpt3-175b").training.framework;
    CHECK(gpt.gradient_overlap == usual.gradient_overlap);
    CHECK(gpt.tensor_overlap == usual.tensor_overlap);
    CHECK(gpt.bucket.gradients == usual.bucket.gradients);
    CHECK(shipped("gpt3-175b-without-overlap").training.framework.tensor_overlap == 0.0);
}

TEST_CASE("ResNet-50 takes the published time per batch and per epoch", "[application][unit]") {
    // EPICURE guide, 5.2: about half a second a batch at 64 nodes of LUMI; Leonardo's epochs at 90 % on
    // 16 nodes and 77 % on 64, its batches near-perfect.
    Application const app = shipped("resnet50");
    ScalingPoint const lumi = last(app, machine("lumi", "standard-g"), {1, 64}, Scaling::weak);
    CHECK(lumi.plan.micro_batch == 256);
    CHECK(lumi.step.total.si() == Approx(0.5).epsilon(0.2));
    Platform const leonardo = machine("leonardo", "boost_usr_prod");
    ScalingPoint const sixteen = last(app, leonardo, {1, 16}, Scaling::weak);
    ScalingPoint const many = last(app, leonardo, {1, 64}, Scaling::weak);
    CHECK(many.efficiency >= 0.95);
    CHECK(sixteen.epoch_efficiency == Approx(0.90).margin(0.06));
    CHECK(many.epoch_efficiency == Approx(0.77).margin(0.06));
}
