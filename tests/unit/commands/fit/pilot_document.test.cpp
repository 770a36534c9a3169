// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/fit/pilot_document.hpp"

#include "models/application/application_catalogue.hpp"
#include "models/application/machine_spread.hpp"
#include "models/application/scaling.hpp"
#include "models/application/uncertain_numbers.hpp"
#include "sim/scenario/pilot_place.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;

namespace {

PilotQuestion pilot_on_lumi() {
    return {.application = "gpt-857m",
            .system = "lumi",
            .partition = {},
            .files = {std::string(TEST_DATA_DIR) + "/pilot/gpt-857m-lumi.csv"},
            .scaling = Scaling::strong,
            .nodes = {32},
            .fit = {}};
}

}  // namespace

TEST_CASE("the written application predicts what the fit did", "[study][unit]") {
    auto const question = pilot_on_lumi();
    auto const found = fit_pilot(question, shipped_library());
    REQUIRE(found.answer);
    PilotAnswer const& answer = *found.answer;
    std::string const text = pilot_document(question, answer, "measured.yaml");
    auto merged = *application_document("gpt-857m", shipped_library().applications);
    ConfigNode own = *parse_yaml(text, "measured.yaml");
    CHECK(own.find("extends")->scalar == "gpt-857m");
    std::erase_if(own.entries, [](auto const& entry) { return entry.key == "extends"; });
    merge_onto(merged, std::move(own));
    auto const application = read_application(merged);
    REQUIRE(application);
    CHECK(application->name == "measured");
    CHECK(application->pilot_system == "lumi");
    for (PilotPrediction const& one : answer.fit.predictions) {
        auto const plan = plan_for(*application, answer.setup.platform, one.nodes, Scaling::strong);
        REQUIRE(plan);
        auto const step = step_time(*application, answer.setup.platform, *plan);
        REQUIRE(step);
        CHECK(step->total.si() == Approx(one.fitted.si()).epsilon(1e-3));
        CHECK(step->high >= one.high * 0.99);
        auto const shares = spread_shares(
            *application, answer.setup.platform, *plan, *step, std::vector<UncertainNumber>{});
        REQUIRE(shares.size() == 1);
        CHECK(shares.front().source == "pilot runs");
    }
    CHECK(pilot_elsewhere(*application, "lumi").empty());
    CHECK_FALSE(pilot_elsewhere(*application, "leonardo").empty());
}

TEST_CASE("a parent that is a file is named relative to the new one", "[study][unit]") {
    auto question = pilot_on_lumi();
    auto const found = fit_pilot(question, shipped_library());
    REQUIRE(found.answer);
    question.application = "/data/models/mine.yaml";
    auto const parent = [&](char const* path) {
        return parse_yaml(pilot_document(question, *found.answer, path), "x")
            ->find("extends")
            ->scalar;
    };
    CHECK(parent("/data/models/new.yaml") == "./mine.yaml");
    CHECK(parent("/data/pilots/new.yaml") == "../models/mine.yaml");
}
