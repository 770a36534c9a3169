// SPDX-License-Identifier: Apache-2.0
// The shipped applications on the shipped machines, against published results. The bounds are wide: they
// catch a model that breaks, not one that could be better.
#include "models/application/catalogue.hpp"
#include "models/application/scaling.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <string>

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

TEST_CASE("shipped models count to what they are named for", "[application][unit]") {
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

TEST_CASE("the small GPT scales weakly as published", "[application][unit]") {
    // EPICURE guide, 5.3: 97 % on LUMI and above 90 % on MareNostrum 5 at 32 times one node.
    Application const app = shipped("gpt-857m");
    ScalingPoint const lumi = last(app, machine("lumi", "standard-g"), {1, 32}, Scaling::weak);
    CHECK(lumi.efficiency == Approx(0.97).margin(0.05));
    ScalingPoint const mn5 = last(app, machine("marenostrum5", "acc"), {1, 32}, Scaling::weak);
    CHECK(mn5.efficiency >= 0.90);
    // 77 % below the 384 TFLOP/s of the large model: 88 TFLOP/s a device.
    CHECK(mn5.step.per_gpu.si() / 1e12 == Approx(88.0).epsilon(0.25));
}

TEST_CASE("the large GPT scales as published, or better", "[application][unit]") {
    Application const app = shipped("gpt3-175b");
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

TEST_CASE("a batch of ResNet-50 takes what was published, per batch and per epoch",
          "[application][unit]") {
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
