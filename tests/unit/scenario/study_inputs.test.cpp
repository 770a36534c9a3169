// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/study_inputs.hpp"

#include "sim/config/json_text.hpp"
#include "sim/scenario/resolve.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <fstream>

using namespace clustersim;

namespace {

Result<std::vector<ResolvedRun>> resolved_here(std::string const& mix, Library const& library) {
    ConfigNode const document =
        *parse_yaml("schema: clustersim/scenario/1\ntitle: T\nsystem: vega\nscheduler: slurm\n"
                    "seed: 4\nreplicates: 2\nbackground: {mix: " +
                        mix +
                        ", load: 0.9, warm-up: 12 h, window: 6 h}\n"
                        "jobs: {train: {nodes: 2, application: gpt-857m, steps: 10}}\n",
                    "study.yaml");
    return resolve_all({Variant{{}, document}}, library);
}

}  // namespace

TEST_CASE("the inputs of a study give the same study again, and the same hash",
          "[scenario][unit]") {
    auto const runs = resolved_here("itp-trace", shipped_library());
    REQUIRE(runs);
    StudyInputs const inputs = inputs_of(*runs);
    REQUIRE(inputs.traces.size() == 1);
    ScratchFolder const folder;
    for (auto const& [name, text] : inputs.traces) folder.write(name, text);
    folder.write("run.json", to_json(inputs.files));

    Library stored;
    stored.stored =
        std::make_shared<ConfigNode const>(restored_json(*read_yaml(folder.path() / "run.json")));
    auto const again = resolved_here("itp-trace", stored);
    REQUIRE(again);
    CHECK(inputs_of(*again).hash() == inputs.hash());
    auto const jobs = [](ResolvedRun const& run) {
        return std::get<TraceReplay>(run.mix->source).jobs;
    };
    CHECK(jobs(runs->front()) == jobs(again->front()));
    CHECK(again->front().jobs.front().prediction.runtime.value.si() ==
          runs->front().jobs.front().prediction.runtime.value.si());
}

TEST_CASE("a machine that a result does not hold is an error, not one of the catalogue",
          "[scenario][unit]") {
    Library stored;
    stored.stored = std::make_shared<ConfigNode const>(
        *parse_yaml("systems: {}\napplications: {}\nmixes: {}\n", "run.json"));
    auto const runs = resolved_here("none", stored);
    REQUIRE_FALSE(runs);
    CHECK(runs.error().items().front().code == Code::missing_key);
}

TEST_CASE("the hash differs for another machine, application, mix or trace", "[scenario][unit]") {
    auto const runs = resolved_here("itp-trace", shipped_library());
    REQUIRE(runs);
    StudyInputs const inputs = inputs_of(*runs);
    auto const changed = [&](std::string const& assignment) {
        StudyInputs other = inputs;
        REQUIRE(apply_setting(other.files, assignment, "--set"));
        return other.hash();
    };
    CHECK(changed("systems.vega.document.title=other") != inputs.hash());
    CHECK(changed("applications.gpt-857m.title=other") != inputs.hash());
    CHECK(changed("mixes.itp-trace.title=other") != inputs.hash());
    StudyInputs other = inputs;
    other.traces.begin()->second += "1,2,3\n";
    CHECK(other.hash() != inputs.hash());
}
