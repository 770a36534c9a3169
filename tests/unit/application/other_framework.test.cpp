// SPDX-License-Identifier: Apache-2.0
#include "models/application/other_framework.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/machine/provenance.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

std::string const framework_applications = std::string(PROJECT_DIR) + "/workloads/applications";

}  // namespace

TEST_CASE("an application can be trained by other software", "[application][unit]") {
    auto const own = load_application("llama-7b", framework_applications);
    auto const other = load_application("llama-7b", framework_applications, {}, "huggingface");
    REQUIRE(own);
    REQUIRE(other);
    CHECK(own->software == "Megatron-Core of 2024, tuned");
    CHECK(other->software.starts_with("Hugging Face"));
    CHECK(other->training.framework.offers.zero == 3);
    CHECK_FALSE(other->training.framework.offers.tensor);
    CHECK(std::get<Transformer>(other->model).fused_attention);
    auto const eager =
        load_application("llama-7b", framework_applications, {}, "huggingface-eager");
    REQUIRE(eager);
    CHECK_FALSE(std::get<Transformer>(eager->model).fused_attention);
    CHECK_FALSE(load_application("llama-7b", framework_applications, {}, "no-such-software"));
}

TEST_CASE("constants of other software keep their own sources", "[application][unit]") {
    auto document = application_document("gpt-857m", framework_applications);
    REQUIRE(document);
    auto const other =
        trained_by(*document, "huggingface", std::string(PROJECT_DIR) + "/workloads/frameworks");
    REQUIRE(other);
    auto const overhead = fact_at(*other, "framework.step_overhead");
    REQUIRE(overhead);
    CHECK(overhead->citation.find("huggingface.csv") != std::string::npos);
    auto const layers = fact_at(*other, "transformer.hidden");
    REQUIRE(layers);
    CHECK(layers->citation.find("Megatron-LM") != std::string::npos);
}
