// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/inference_answer.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Answered<InferenceAnswer> answered(InferenceQuestion const& question) {
    std::string const project = PROJECT_DIR;
    Library const library{project + "/systems",
                          project + "/workloads/applications",
                          project + "/workloads/mixes",
                          {},
                          nullptr};
    return predict_inference(question, library);
}

InferenceQuestion on_karolina(std::string const& application, int gpus, std::vector<int> batches) {
    InferenceQuestion question;
    question.site.application = application;
    question.site.system = "karolina";
    question.site.gpus = gpus;
    question.batches = std::move(batches);
    return question;
}

}  // namespace

TEST_CASE("replicas share the requests, and GPU-hours count all devices", "[study][unit]") {
    InferenceQuestion question = on_karolina("llama-7b", 8, {30});
    question.site.tensor = 2;
    auto const found = answered(question);
    REQUIRE(found.answer);
    InferencePoint const& point = found.answer->points.front();
    CHECK(point.replicas == 4);
    CHECK(point.plan.batch == 8);  // the fullest of four
    CHECK(point.tokens_per_second == Approx(30 * 256 / point.time.total.si()));
    CHECK(point.gpu_hours_per_million == Approx(8e6 / 3600.0 / point.tokens_per_second));
}

TEST_CASE("without a tensor width a replica takes the GPUs of a node that divide its heads",
          "[study][unit]") {
    auto const many = answered(on_karolina("llama-7b", 16, {16}));
    REQUIRE(many.answer);
    CHECK(many.answer->points.front().plan.tensor == 8);
    auto const odd = answered(on_karolina("llama-7b", 6, {16}));
    REQUIRE(odd.answer);
    CHECK(odd.answer->points.front().plan.tensor == 2);
    CHECK(odd.answer->points.front().replicas == 3);
}

TEST_CASE("batches that do not fit are problems, the others are answered", "[study][unit]") {
    auto const found = answered(on_karolina("llama-7b", 1, {1, 4000, 8}));
    REQUIRE(found.answer);
    CHECK(found.answer->points.size() == 2);
    REQUIRE(found.problems.items().size() == 1);
    CHECK(found.problems.items().front().code == Code::out_of_memory);
    CHECK_FALSE(answered(on_karolina("llama-70b", 1, {1})).answer);
}

TEST_CASE("only language models are served", "[study][unit]") {
    CHECK(answered(on_karolina("resnet50", 1, {1})).problems.has_errors());
    CHECK(answered(on_karolina("gromacs-stmv", 1, {1})).problems.has_errors());
    CHECK(answered(on_karolina("lama-7b", 1, {1})).problems.items().front().code ==
          Code::unknown_name);
    InferenceQuestion question = on_karolina("llama-7b", 6, {1});
    question.site.tensor = 4;
    CHECK(answered(question).problems.has_errors());
}
