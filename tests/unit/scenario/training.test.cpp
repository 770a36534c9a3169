// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training.hpp"

#include "models/application/catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_platform.hpp"

using namespace clustersim;

namespace {

JobSpec training_job(TrainingWork work, int nodes) {
    JobSpec job;
    job.name = "train";
    job.nodes = nodes;
    job.work = std::move(work);
    return job;
}

}  // namespace

TEST_CASE("a given accumulation is weak scaling: the global batch follows the devices",
          "[scenario][unit]") {
    TrainingWork work;
    work.accumulation = 8;
    work.steps = 10;
    auto const one = predict_training(application("gpt-857m"), leonardo(), training_job(work, 1));
    auto const four = predict_training(application("gpt-857m"), leonardo(), training_job(work, 4));
    REQUIRE(one);
    REQUIRE(four);
    CHECK(one->plan.global_batch() == 8 * 4);
    CHECK(four->plan.global_batch() == 8 * 16);
    CHECK(one->runtime.value == one->step.total * 10.0);
    CHECK(one->runtime.low <= one->runtime.value);
    CHECK(one->runtime.high >= one->runtime.value);
}

TEST_CASE("a given global batch is strong scaling: it stays", "[scenario][unit]") {
    TrainingWork work;
    work.global_batch = 256;
    for (int const nodes : {1, 2, 8}) {
        auto const p =
            predict_training(application("gpt-857m"), leonardo(), training_job(work, nodes));
        REQUIRE(p);
        CHECK(p->plan.global_batch() == 256);
    }
}

TEST_CASE("epochs are counted by applications that have them", "[scenario][unit]") {
    TrainingWork work;
    work.epochs = 2.0;
    auto const images =
        predict_training(application("resnet50"), leonardo(), training_job(work, 1));
    REQUIRE(images);
    REQUIRE(images->epoch);
    CHECK(images->runtime.value.si() == Approx(2.0 * images->epoch->total.si()));
    auto const text = predict_training(application("gpt-857m"), leonardo(), training_job(work, 1));
    REQUIRE_FALSE(text);
    CHECK(text.error().items().front().code == Code::inconsistent);
}

TEST_CASE("unknown choices are reported together, with the nearest names", "[scenario][unit]") {
    TrainingWork work;
    work.precision = "fp61";
    work.recompute = "ful";
    auto const wrong = predict_training(application("gpt-857m"), leonardo(), training_job(work, 1));
    REQUIRE_FALSE(wrong);
    REQUIRE(wrong.error().items().size() == 2);
    CHECK(wrong.error().items()[0].help.find("fp16") != std::string::npos);
    CHECK(wrong.error().items()[1].help.find("full") != std::string::npos);
}

TEST_CASE("a model that does not fit is impossible, with what would help", "[scenario][unit]") {
    TrainingWork work;
    work.tensor = 1;
    work.pipeline = 1;
    auto const wrong =
        predict_training(application("gpt3-175b"), leonardo(), training_job(work, 64));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().fault() == Fault::impossible);
    CHECK_FALSE(wrong.error().items().front().help.empty());
    CHECK(wrong.error().items().front().message.find("train") != std::string::npos);
}
