// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/scenario/unoffered_parts.hpp"
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
    work.plan = *read_plan("acc=8");
    work.choice = PlanChoice::own;
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

TEST_CASE("a model that does not fit is impossible, with what would help", "[scenario][unit]") {
    TrainingWork work;
    work.plan = *read_plan("tp=1,pp=1");
    auto const wrong =
        predict_training(application("gpt3-175b"), leonardo(), training_job(work, 64));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().fault() == Fault::impossible);
    CHECK_FALSE(wrong.error().items().front().help.empty());
    CHECK(wrong.error().items().front().message.find("train") != std::string::npos);
}

TEST_CASE("every part of a plan can be fixed, and the replicas fill the nodes",
          "[scenario][unit]") {
    TrainingWork work;
    work.global_batch = 256;
    work.plan = *read_plan("tp=2,pp=2,cp=2,vp=2,zero=1,mb=1,recompute=full,precision=fp16,sp=off");
    auto const p = predict_training(application("llama-7b"), leonardo(), training_job(work, 8));
    REQUIRE(p);
    CHECK(written_plan(p->plan) ==
          "tp=2,pp=2,dp=4,cp=2,vp=2,mb=1,acc=64,zero=1,recompute=full,sp=off");
    CHECK(p->plan.precision == Precision::fp16);
}

TEST_CASE("replicas that do not fill the nodes are refused", "[scenario][unit]") {
    TrainingWork work;
    work.plan = *read_plan("dp=3");
    auto const wrong = predict_training(application("gpt-857m"), leonardo(), training_job(work, 1));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().front().message.find("room for 4 replicas") != std::string::npos);
}

TEST_CASE("the best plan is at least as fast as the application's own", "[scenario][unit]") {
    for (int const nodes : {8, 32}) {
        TrainingWork own;
        own.tokens = 1e9;
        TrainingWork best = own;
        best.choice = PlanChoice::fastest;
        auto const a =
            predict_training(application("llama-7b"), leonardo(), training_job(own, nodes));
        auto const b =
            predict_training(application("llama-7b"), leonardo(), training_job(best, nodes));
        REQUIRE(a);
        REQUIRE(b);
        CHECK(b->step.samples_per_second >= a->step.samples_per_second);
        CHECK(b->plan.devices() == nodes * 4);
    }
}

TEST_CASE("without a plan a job takes the fastest that keeps the batch of the application's own",
          "[scenario][unit]") {
    TrainingWork usual;
    usual.steps = 10;
    TrainingWork own = usual;
    own.choice = PlanChoice::own;
    for (char const* name : {"gpt-857m", "llama-7b"}) {
        auto const a = predict_training(application(name), leonardo(), training_job(own, 8));
        auto const b = predict_training(application(name), leonardo(), training_job(usual, 8));
        REQUIRE(a);
        REQUIRE(b);
        CHECK_FALSE(a->searched);
        CHECK(b->searched);
        CHECK(b->plan.global_batch() == a->plan.global_batch());
        CHECK(b->step.total < a->step.total);
        CHECK_FALSE(b->faster);
    }
    // The own plan runs one sample at a time, whose kernels are small.
    auto const slow = predict_training(application("gpt-857m"), leonardo(), training_job(own, 8));
    REQUIRE(slow->faster);
    CHECK(slow->faster->speed > 1.2);
}

TEST_CASE("a plan that is searched leaves the allocator a part of the memory", "[scenario][unit]") {
    TrainingWork work;
    work.steps = 10;
    for (PlanChoice const choice : {PlanChoice::usual, PlanChoice::fastest}) {
        work.choice = choice;
        auto const p =
            predict_training(application("llama-7b"), leonardo(), training_job(work, 32));
        REQUIRE(p);
        CHECK(p->step.memory.share() <= 0.9);
        CHECK(p->step.memory.device == leonardo().accelerator.memory);
    }
}

TEST_CASE("the best plan keeps what the scenario fixes", "[scenario][unit]") {
    TrainingWork work;
    work.choice = PlanChoice::fastest;
    work.global_batch = 512;
    work.plan = *read_plan("tp=4,zero=0,recompute=full");
    auto const p = predict_training(application("llama-7b"), leonardo(), training_job(work, 8));
    REQUIRE(p);
    CHECK(p->plan.tensor == 4);
    CHECK(p->plan.sharding == Sharding::none);
    CHECK(p->plan.recompute == Recompute::full);
    CHECK(p->plan.global_batch() == 512);
}

TEST_CASE("adapters make a large model fit", "[scenario][unit]") {
    TrainingWork work;
    work.choice = PlanChoice::fastest;
    work.global_batch = 32;
    auto const whole =
        predict_training(application("llama-70b"), leonardo(), training_job(work, 4));
    CHECK_FALSE(whole);
    work.plan = *read_plan("lora=16");
    auto const adapted =
        predict_training(application("llama-70b"), leonardo(), training_job(work, 4));
    REQUIRE(adapted);
    CHECK(adapted->plan.adapters == 16);
    CHECK(adapted->step.memory.total() < leonardo().accelerator.memory);
}

TEST_CASE("parts of a plan that the software does not offer are refused", "[scenario][unit]") {
    Application const mpt = application("mpt-7b");  // FSDP: replicas only
    TrainingWork work;
    work.plan = *read_plan("tp=2,pp=1,zero=3,shard=4");
    Diagnostics const problems = unoffered_parts(training_job(work, 4), mpt);
    REQUIRE(problems.items().size() == 1);
    CHECK(problems.has_errors());
    CHECK(problems.items().front().message.find("does not offer tp=2") != std::string::npos);
    CHECK(unoffered_parts(training_job(work, 4), application("llama-7b")).items().size() == 2);
    work.plan = *read_plan("mb=2,precision=bf16,tp=1");
    CHECK(unoffered_parts(training_job(work, 4), mpt).empty());
}
