// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/outcome.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace clustersim;

namespace {

std::optional<double> metric(JobOutcome const& outcome, std::string_view name) {
    auto const found = std::ranges::find(outcome_metrics(), name, &OutcomeMetric::name);
    REQUIRE(found != outcome_metrics().end());
    return found->value(outcome);
}

}  // namespace

TEST_CASE("metrics have names of their own, with the unit of their dimension", "[scenario][unit]") {
    std::set<std::string_view> names;
    for (OutcomeMetric const& m : outcome_metrics()) {
        CHECK(names.insert(m.name).second);
        CHECK_FALSE(m.title.empty());
        if (m.dimension == Dimension::time) CHECK(m.name.ends_with("_s"));
        if (m.dimension == Dimension::energy) CHECK(m.name.ends_with("_J"));
    }
}

TEST_CASE("every metric may stand in an expectation as editors know it", "[scenario][unit]") {
    std::ifstream stream(std::string(PROJECT_DIR) + "/scenarios/schema/scenario-1.json");
    std::string const schema{std::istreambuf_iterator<char>(stream), {}};
    for (OutcomeMetric const& m : outcome_metrics()) {
        INFO(m.name);
        CHECK(schema.find('"' + std::string(m.name) + '"') != std::string::npos);
    }
}

TEST_CASE("a metric that does not apply has no value, not zero", "[scenario][unit]") {
    JobOutcome outcome;
    outcome.nodes = 3;
    CHECK(metric(outcome, "nodes") == 3.0);
    CHECK_FALSE(metric(outcome, "gpus"));
    CHECK_FALSE(metric(outcome, "step_time_s"));
    CHECK_FALSE(metric(outcome, "efficiency"));
    CHECK_FALSE(metric(outcome, "epoch_time_s"));
}
