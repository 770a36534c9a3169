// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/defaults.hpp"
#include "sim/scenario/scenario_config.hpp"
#include "sim/scenario/variants.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

namespace {

using namespace clustersim;

void check(Scenario const& scenario) {
    FUZZ_REQUIRE(!scenario.jobs.empty());
    FUZZ_REQUIRE(scenario.replicates >= 1);
    FUZZ_REQUIRE(std::isfinite(scenario.background.load) && scenario.background.load >= 0.0);
    FUZZ_REQUIRE(scenario.background.warm_up.value_or(Seconds{}) >= Seconds{0});
    FUZZ_REQUIRE(scenario.background.window >= Seconds{0});
    for (JobSpec const& job : scenario.jobs) {
        FUZZ_REQUIRE(job.nodes >= 1);
        FUZZ_REQUIRE(!job.walltime || *job.walltime > Seconds{0});
        FUZZ_REQUIRE(!job.switches || *job.switches >= 1);
        if (auto const* fixed = std::get_if<FixedWork>(&job.work))
            FUZZ_REQUIRE(fixed->runtime.si() >= 0.0 && std::isfinite(fixed->runtime.si()));
    }
}

}  // namespace

/// A scenario with its sweep: each of its first variants is read.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto scenario = parse_yaml(as_text(data, size), "scenario.yaml");
    if (!scenario) return 0;
    auto document = parse_yaml(scenario_defaults, "default");
    FUZZ_REQUIRE(document.has_value());
    merge_onto(*document, std::move(*scenario));
    auto const variants = expand_sweep(*document);
    if (!variants) {
        FUZZ_REQUIRE(variants.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(!variants->empty() && variants->size() <= 10'000);
    for (std::size_t i = 0; i < variants->size() && i < 4; ++i) {
        auto const read = read_scenario((*variants)[i].document);
        if (read) {
            check(*read);
        } else {
            FUZZ_REQUIRE(read.error().has_errors());
            FUZZ_REQUIRE(!to_text(read.error()).empty());
        }
    }
    return 0;
}
