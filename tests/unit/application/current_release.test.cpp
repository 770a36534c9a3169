// SPDX-License-Identifier: Apache-2.0
#include "models/application/current_release.hpp"

#include "models/application/application_catalogue.hpp"
#include "sim/config/document.hpp"
#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

std::string const release_applications = std::string(PROJECT_DIR) + "/workloads/applications";

Accelerator device_with(std::string model, std::initializer_list<Precision> precisions) {
    Accelerator device;
    device.model = std::move(model);
    for (Precision const precision : precisions)
        device.peak[static_cast<std::size_t>(precision)][static_cast<std::size_t>(Unit::matrix)] =
            FlopRate::from_si(1e15);
    return device;
}

std::string release_of(std::string const& name, Accelerator const& device) {
    auto const document = application_document(name, release_applications);
    REQUIRE(document);
    return current_release(*document, device);
}

}  // namespace

TEST_CASE("a device gets the newest release that supports it", "[application][unit]") {
    Accelerator const ampere = device_with("NVIDIA A100", {Precision::bf16});
    Accelerator const blackwell =
        device_with("NVIDIA B200", {Precision::bf16, Precision::fp8, Precision::fp4});
    CHECK(release_of("llama3-70b", ampere) == "megatron-core-2025");
    CHECK(release_of("llama3-70b", blackwell) == "megatron-core-2026");
    // Steps of models with state-space layers are not recorded as a whole.
    CHECK(release_of("nemotron-3-nano", blackwell) == "megatron-core-2025");
    CHECK(release_of("llama3-70b", device_with("NVIDIA V100", {Precision::fp16})).empty());
    CHECK(release_of("llama3-70b", device_with("AMD Instinct", {Precision::bf16})).empty());
    // A file that describes a run of its time, and software without a newer file.
    CHECK(release_of("gpt3-175b-without-overlap", ampere).empty());
    CHECK(release_of("mpt-7b", ampere).empty());
}

TEST_CASE("an application keeps what its own file says of the software", "[application][unit]") {
    Accelerator const ampere = device_with("NVIDIA A100", {Precision::bf16});
    auto const own = load_application("nemotron-3-nano", release_applications);
    auto const current =
        load_application("nemotron-3-nano", release_applications, {}, {}, nullptr, &ampere);
    REQUIRE(own);
    REQUIRE(current);
    CHECK(own->software == "Megatron-Core of 2024, tuned");
    CHECK(current->software == "Megatron-Core of 2025, tuned");
    CHECK(current->training.framework.host.graphs == Graphs::partial);
    CHECK(current->training.framework.host.router == ExpertRouter::separate);
    auto const llama =
        load_application("llama3-8b", release_applications, {}, {}, nullptr, &ampere);
    REQUIRE(llama);
    CHECK(llama->training.framework.host.router == ExpertRouter::fused);
}

TEST_CASE("an application with pilot runs keeps the software that they used",
          "[application][unit]") {
    auto document = application_document("llama3-8b", release_applications);
    REQUIRE(document);
    REQUIRE(set_value(*document, "pilot.spread", ConfigNode{}));
    CHECK(current_release(*document, device_with("NVIDIA A100", {Precision::bf16})).empty());
}
