// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot.hpp"
#include "sim/commands/validate/references.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    static auto const references =
        References::load({PROJECT_DIR "/systems", PROJECT_DIR "/workloads/applications"});
    FUZZ_REQUIRE(references.has_value());
    static auto const application = references->application("gpt-857m");
    static auto const platform = references->platform("LUMI");
    FUZZ_REQUIRE(application.has_value() && platform.has_value());
    auto const table = parse_measured_table(as_text(data, size), "pilot.csv");
    if (!table) return 0;
    PilotSetup setup;
    setup.application = *application;
    setup.platform = *platform;
    auto const points = pilot_points(*table, setup);
    if (!points) {
        FUZZ_REQUIRE(points.error().has_errors());
        return 0;
    }
    for (PilotPoint const& point : *points) {
        FUZZ_REQUIRE(point.nodes >= 1);
        FUZZ_REQUIRE(point.step.si() > 0.0 && std::isfinite(point.step.si()));
    }
    return 0;
}
