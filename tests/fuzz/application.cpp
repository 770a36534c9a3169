// SPDX-License-Identifier: Apache-2.0
#include "models/application/application_catalogue.hpp"
#include "models/application/measured_time.hpp"
#include "tests/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const document = parse_yaml(as_text(data, size), "application.yaml");
    if (!document) return 0;
    auto const application = read_any_application(*document);
    if (!application) {
        FUZZ_REQUIRE(application.error().has_errors());
        FUZZ_REQUIRE(!to_text(application.error()).empty());
        return 0;
    }
    if (auto const* generic = std::get_if<GenericApplication>(&*application)) {
        if (auto const* times = std::get_if<MeasuredTimes>(&generic->model)) {
            for (int const nodes : {times->rows.front().nodes, times->rows.back().nodes}) {
                auto const step = measured_step(*times, nodes);
                FUZZ_REQUIRE(step);
                FUZZ_REQUIRE(step->low <= step->total && step->total <= step->high);
            }
        }
        if (auto const* law = std::get_if<LawTimes>(&generic->model)) {
            GenericStep const step = law_step(*law, 64);
            FUZZ_REQUIRE(step.low <= step.total && step.total <= step.high);
        }
        return 0;
    }
    TrainingDefaults const& training = std::get<Application>(*application).training;
    FUZZ_REQUIRE(training.micro_batch >= 1);
    FUZZ_REQUIRE(training.tensor >= 1);
    FUZZ_REQUIRE(training.model_devices >= 1);
    FUZZ_REQUIRE(training.expert >= 1);
    FUZZ_REQUIRE(training.epoch.fixed.si() >= 0.0);
    FUZZ_REQUIRE(training.epoch.validation_speed > 0.0);
    if (training.global_batch) {
        FUZZ_REQUIRE(training.global_batch->least >= 1);
        FUZZ_REQUIRE(training.global_batch->least <= training.global_batch->most);
    }
    return 0;
}
