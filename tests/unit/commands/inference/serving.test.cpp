// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/serving.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

using namespace clustersim;

namespace {

Answered<ServingAnswer> under_load(ServingQuestion const& question) {
    std::string const project = PROJECT_DIR;
    Library const library{project + "/systems",
                          project + "/workloads/applications",
                          project + "/workloads/mixes",
                          {},
                          nullptr};
    return predict_serving(question, library);
}

ServingQuestion llama_on_karolina(int gpus, std::vector<double> rates) {
    ServingQuestion question;
    question.site.application = "llama-7b";
    question.site.system = "karolina";
    question.site.gpus = gpus;
    question.site.tensor = 1;
    question.rates = std::move(rates);
    return question;
}

}  // namespace

TEST_CASE("replicas share the rate and sustain its multiple", "[study][unit]") {
    auto const one = under_load(llama_on_karolina(1, {1.0}));
    auto const eight = under_load(llama_on_karolina(8, {8.0}));
    REQUIRE(one.answer);
    REQUIRE(eight.answer);
    CHECK(eight.answer->replicas == 8);
    CHECK(eight.answer->sustained.value == Approx(8.0 * one.answer->sustained.value));
    ServingPoint const& few = one.answer->points.front();
    ServingPoint const& many = eight.answer->points.front();
    CHECK(many.load->end_to_end.p95 == few.load->end_to_end.p95);
    CHECK(many.tokens_per_second == Approx(8.0 * few.tokens_per_second));
    CHECK(few.tokens_per_second == Approx(256.0).epsilon(0.01));
    CHECK(many.gpu_hours_per_million == Approx(few.gpu_hours_per_million));
    CHECK(few.gpu_hours_per_million == Approx(1e6 / few.tokens_per_second / 3600.0));
}

TEST_CASE("more replicas never sustain less", "[study][unit]") {
    double before = 0.0;
    for (int const gpus : {1, 2, 3, 8, 40}) {
        auto const found = under_load(llama_on_karolina(gpus, {0.1}));
        REQUIRE(found.answer);
        CHECK(found.answer->sustained.value > before);
        before = found.answer->sustained.value;
    }
}

TEST_CASE("a rate beyond the largest has no latencies", "[study][unit]") {
    auto const found = under_load(llama_on_karolina(1, {0.5, 1000.0}));
    REQUIRE(found.answer);
    SustainedRate const& most = found.answer->sustained;
    CHECK(most.low <= most.seeds_low);
    CHECK(most.seeds_low <= most.value);
    CHECK(most.value <= most.seeds_high);
    CHECK(most.seeds_high <= most.high);
    CHECK(found.answer->points.at(0).load);
    ServingPoint const& beyond = found.answer->points.at(1);
    CHECK_FALSE(beyond.load);
    CHECK(beyond.tokens_per_second == Approx(256.0 * most.value).epsilon(0.01));
}

TEST_CASE("the cache or the engine's limit bounds the batch", "[study][unit]") {
    auto const usual = under_load(llama_on_karolina(1, {1.0}));
    REQUIRE(usual.answer);
    CHECK(usual.answer->bound_by_cache());
    CHECK(usual.answer->plan.batch == usual.answer->memory.largest_batch);
    CHECK(usual.answer->memory.total() <= usual.answer->memory.usable);
    ServingQuestion question = llama_on_karolina(1, {1.0});
    question.largest_batch = 4;
    auto const small = under_load(question);
    REQUIRE(small.answer);
    CHECK(small.answer->plan.batch == 4);
    CHECK_FALSE(small.answer->bound_by_cache());
    CHECK(small.answer->sustained.value < usual.answer->sustained.value);
    CHECK(small.answer->points.front().load->largest_running <= 4);
    CHECK(small.answer->memory.cache < usual.answer->memory.cache);
}

TEST_CASE("a pass has room for a token of each request", "[study][unit]") {
    ServingQuestion question = llama_on_karolina(1, {1.0});
    question.largest_batch = 8;
    question.pass_tokens = 7;
    auto const found = under_load(question);
    CHECK_FALSE(found.answer);
    CHECK(found.problems.has_errors());
}

TEST_CASE("clients are divided among replicas", "[study][unit]") {
    ServingQuestion question = llama_on_karolina(4, {});
    question.clients = {8, 10};
    auto const found = under_load(question);
    REQUIRE(found.answer);
    ServingPoint const& even = found.answer->points.at(0);
    CHECK(even.load->largest_running == 2);
    CHECK(even.rate == Approx(4.0 * even.load->requests_per_s));
    CHECK(even.tokens_per_second == Approx(256.0 * even.rate).epsilon(0.01));
    CHECK(found.answer->points.at(1).load->largest_running == 3);
    CHECK(found.answer->points.at(1).tokens_per_second > even.tokens_per_second);
}

TEST_CASE("requests or weights that never fit are refused with their memory", "[study][unit]") {
    ServingQuestion question = llama_on_karolina(1, {1.0});
    question.site.prompt = 200'000;
    auto const prompts = under_load(question);
    CHECK_FALSE(prompts.answer);
    REQUIRE(prompts.problems.items().size() == 1);
    CHECK(prompts.problems.items().front().code == Code::out_of_memory);
    CHECK(says(prompts.problems.items().front().message, "keys and values"));
    question = llama_on_karolina(1, {1.0});
    question.site.application = "llama-70b";
    CHECK(under_load(question).problems.items().front().code == Code::out_of_memory);
    question.site.application = "bert-large";
    CHECK_FALSE(under_load(question).answer);
    question.site.application = "resnet50";
    CHECK_FALSE(under_load(question).answer);
}
