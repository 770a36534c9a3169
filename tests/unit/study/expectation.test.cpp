// SPDX-License-Identifier: Apache-2.0
#include "sim/study/expectation.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

Study study_with_waits() {
    Study study;
    for (int const nodes : {1, 2}) {
        RunAnswer run;
        run.settings = {{"jobs.a.nodes", std::to_string(nodes)}};
        run.label = "nodes=" + std::to_string(nodes);
        JobOutcome outcome;
        outcome.job = "a";
        outcome.nodes = nodes;
        outcome.samples = {{Instant{0}, Instant{100 * nodes}}};
        run.outcomes = {outcome};
        study.runs.push_back(run);
    }
    return study;
}

Result<std::vector<Expectation>> read(std::string const& conditions) {
    return read_expectations(*parse_yaml("title: t\nexpect:\n" + conditions, "study.yaml"));
}

Expectation wait_at_most(double seconds) {
    Expectation e;
    e.metric = "wait_median_s";
    e.at_most = seconds;
    return e;
}

}  // namespace

TEST_CASE("an expectation holds for every job and variant that it selects", "[study][unit]") {
    Study const study = study_with_waits();
    CHECK_FALSE(unmet_expectations(study, {wait_at_most(200)}).has_errors());
    Diagnostics const unmet = unmet_expectations(study, {wait_at_most(150)});
    REQUIRE(unmet.items().size() == 1);
    CHECK(unmet.fault() == Fault::expectation);
    CHECK(unmet.items().front().message.find("nodes=2") != std::string::npos);
}

TEST_CASE("where selects variants by whole key or last part", "[study][unit]") {
    Study const study = study_with_waits();
    Expectation e = wait_at_most(150);
    e.where = {{"nodes", "1"}};
    CHECK_FALSE(unmet_expectations(study, {e}).has_errors());
    e.where = {{"jobs.a.nodes", "2"}};
    CHECK(unmet_expectations(study, {e}).has_errors());
}

TEST_CASE("an expectation that selects nothing proves nothing and fails", "[study][unit]") {
    Expectation e = wait_at_most(1000);
    e.where = {{"nodes", "64"}};
    CHECK(unmet_expectations(study_with_waits(), {e}).has_errors());
    e = wait_at_most(1000);
    e.job = "b";
    CHECK(unmet_expectations(study_with_waits(), {e}).has_errors());
}

TEST_CASE("an expectation of a job that never started says so and why", "[study][unit]") {
    Study study = study_with_waits();
    study.runs.resize(1);
    JobOutcome& outcome = study.runs.front().outcomes.front();
    QueueSample never{Instant{0}, std::nullopt};
    never.reason = "pending: QOSMaxJobsPerUserLimit";
    outcome.samples = {never, never};
    Diagnostics const unmet = unmet_expectations(study, {wait_at_most(1e9)});
    REQUIRE(unmet.items().size() == 1);
    CHECK(unmet.items().front().message == "job a at nodes=1 has no wait_median_s");
    CHECK(unmet.items().front().help ==
          "it never started in any of 2 replicates (pending: QOSMaxJobsPerUserLimit)");
}

TEST_CASE("a metric that does not apply to a job is an unmet expectation", "[study][unit]") {
    Expectation e;
    e.metric = "step_time_s";
    e.at_least = 0.0;
    CHECK(unmet_expectations(study_with_waits(), {e}).items().size() == 2);
}

TEST_CASE("bounds of a metric with a dimension have a unit", "[study][unit]") {
    auto const good = read("  - {metric: wait_median_s, at-most: 2 h}\n");
    REQUIRE(good);
    CHECK(*good->front().at_most == Approx(7200.0));
    CHECK_FALSE(read("  - {metric: wait_median_s, at-most: 7200}\n"));
    CHECK_FALSE(read("  - {metric: nodes, at-most: 2 h}\n"));
}

TEST_CASE("an expectation whose bounds leave nothing is reported where it stands",
          "[study][unit]") {
    auto const expectations = read("  - {metric: runtime_s, at-least: 3 h, at-most: 120 min}\n"
                                   "  - {metric: nodes, at-least: 4, at-most: 4}\n");
    REQUIRE_FALSE(expectations);
    REQUIRE(expectations.error().items().size() == 1);
    Diagnostic const& d = expectations.error().items().front();
    CHECK(d.code == Code::inconsistent);
    CHECK(d.message == "no value is at least 3 h and at most 120 min");
    CHECK(d.where.line == 3);
    CHECK(d.where.column > 1);
}

TEST_CASE("a bound of a change may be negative, and a broken condition gives its reason",
          "[study][unit]") {
    auto const read_back =
        read("  - {metric: wait_change_high_s, at-most: -30 min, reason: too small}\n");
    REQUIRE(read_back);
    CHECK(read_back->front().at_most == -1800.0);
    Study study = study_with_waits();
    study.runs[1].outcomes[0].wait_change = PairedChange{-100.0, 10.0};
    Expectation condition = read_back->front();
    condition.where = {{"nodes", "2"}};
    Diagnostics const unmet = unmet_expectations(study, {condition});
    REQUIRE(unmet.has_errors());
    CHECK(unmet.items().front().help == "too small");
    CHECK(unmet.items().front().message ==
          "job a at nodes=2: wait: surely 90 s shorter; surely 30 min shorter are needed");
}
