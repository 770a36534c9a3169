// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/training_batch.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/machine/catalogue.hpp"
#include "sim/scenario/training.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_platform.hpp"

using namespace clustersim;

namespace {

JobSpec over_tokens(int nodes) {
    JobSpec job;
    job.name = "train";
    job.nodes = nodes;
    TrainingWork work;
    work.tokens = 1e11;
    job.work = work;
    return job;
}

TrainingWork& work_of(JobSpec& job) {
    return std::get<TrainingWork>(job.work);
}

Plan plan_of(std::string const& name, JobSpec const& job) {
    auto const predicted = predict_training(application(name), leonardo(), job);
    if (!predicted) FAIL(to_text(predicted.error()));
    return predicted->plan;
}

}  // namespace

TEST_CASE("tokens without a batch are trained on with the published one on any number of nodes",
          "[scenario][unit]") {
    for (int const nodes : {1, 8, 128})
        CHECK(plan_of("llama-7b", over_tokens(nodes)).global_batch() == 1024);
    // Three replicas share 1,023 sequences, the nearest to 1,024.
    Plan const odd = plan_of("llama-7b", over_tokens(3));
    CHECK(odd.global_batch() == 1023);
    CHECK(batch_warnings(over_tokens(3), application("llama-7b"), odd).empty());
}

TEST_CASE("a stated batch or accumulation stays, and so do steps", "[scenario][unit]") {
    JobSpec job = over_tokens(4);
    work_of(job).plan = *read_plan("acc=16");
    CHECK(plan_of("llama-7b", job).global_batch() == 64);
    work_of(job) = {};
    work_of(job).steps = 10;
    CHECK(plan_of("llama-7b", job).global_batch() == 64);
    work_of(job).global_batch = 256;
    CHECK(plan_of("llama-7b", job).global_batch() == 256);
}

TEST_CASE("a batch outside the range of its source is warned of, with the range",
          "[scenario][unit]") {
    JobSpec job = over_tokens(4);
    work_of(job).global_batch = 256;
    Application const llama = application("llama-7b");
    Diagnostics const warnings = batch_warnings(job, llama, plan_of("llama-7b", job));
    REQUIRE(warnings.items().size() == 1);
    CHECK(warnings.items().front().severity == Severity::warning);
    CHECK(warnings.items().front().expected.find("1024 sequences of 4096 tokens") == 0);
    CHECK(warnings.items().front().expected.find("Touvron") != std::string::npos);
    work_of(job).global_batch = 1024;
    CHECK(batch_warnings(job, llama, plan_of("llama-7b", job)).empty());
    // The guide measured GPT-857M with batches from 64 to 4,096.
    work_of(job).global_batch = 64;
    CHECK(batch_warnings(job, application("gpt-857m"), plan_of("gpt-857m", job)).empty());
}

TEST_CASE("more replicas than the published batch has sequences are warned of",
          "[scenario][unit]") {
    JobSpec const job = over_tokens(128);
    // 512 replicas and a batch of 256.
    Plan const plan = plan_of("mpt-125m", job);
    CHECK(plan.global_batch() >= 512 / 4);
    Application mpt = application("mpt-125m");
    Plan many = plan;
    many.data = 512;
    many.micro_batch = 1;
    many.accumulation = 1;
    Diagnostics const warnings = batch_warnings(job, mpt, many);
    REQUIRE(warnings.items().size() == 1);
    CHECK(warnings.items().front().help.find("512") != std::string::npos);
}

TEST_CASE("if no batch is published, the micro-batch rule applies, with a warning",
          "[scenario][unit]") {
    JobSpec job = over_tokens(4);
    Application const mistral = application("mistral-7b");
    REQUIRE_FALSE(mistral.training.global_batch);
    CHECK(batch_rule(work_of(job), mistral.training) == BatchRule::default_accumulation);
    work_of(job).choice = PlanChoice::own;
    Plan const plan = plan_of("mistral-7b", job);
    CHECK(plan.accumulation == mistral.training.weak_accumulation);
    Diagnostics const warnings = batch_warnings(job, mistral, plan);
    REQUIRE(warnings.items().size() == 1);
    CHECK(warnings.items().front().message.find("none is published for mistral-7b") !=
          std::string::npos);
    work_of(job).plan = *read_plan("acc=16");
    CHECK(batch_warnings(job, mistral, plan).empty());
}

TEST_CASE("a micro-batch becomes smaller if there are many replicas, unless it is stated",
          "[scenario][unit]") {
    CHECK(shared_batch(256, 64, 32, false).micro_batch == 4);
    CHECK(shared_batch(256, 64, 32, false).global_batch == 256);
    CHECK(shared_batch(256, 64, 32, true).micro_batch == 32);
    CHECK(shared_batch(256, 64, 32, true).global_batch == 64 * 32);
    CHECK(shared_batch(1024, 1000, 1, false).global_batch == 1000);
    CHECK(shared_batch(256, 600, 2, false).global_batch == 600);
}

TEST_CASE("a small batch is a warning for a pre-training and none for a fine-tuning",
          "[scenario][unit]") {
    JobSpec job = over_tokens(4);
    work_of(job).global_batch = 64;
    Plan const plan = plan_of("llama-7b", job);
    CHECK_FALSE(batch_warnings(job, application("llama-7b"), plan).empty());
    work_of(job).tokens = 1e9;
    CHECK(batch_warnings(job, application("llama-7b"), plan).empty());
    work_of(job).tokens.reset();
    work_of(job).steps = 2000;
    CHECK(batch_warnings(job, application("llama-7b"), plan).empty());
    work_of(job).steps = 1'000'000;
    CHECK_FALSE(batch_warnings(job, application("llama-7b"), plan).empty());
}
