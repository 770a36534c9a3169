// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

std::optional<double> value(JobOutcome const& outcome, std::string_view name) {
    return metric_named(name).value(outcome);
}

std::optional<std::string> text(JobOutcome const& outcome, std::string_view name) {
    return metric_text(metric_named(name), outcome);
}

/// A job of two GPUs that waited and ran so long in each replicate; a negative wait: it never started.
JobOutcome sampled(std::vector<std::pair<int, int>> const& waits_and_times) {
    JobOutcome outcome;
    outcome.nodes = 1;
    outcome.gpus = 2;
    outcome.runtime = {hours(1), hours(1), hours(1)};
    outcome.bill = {NodeHours{0.25}, GpuHours{2.0}, CoreHours{32.0}, 1.0, "GPU-h", "GCD"};
    outcome.energy = {joules(3.6e6), joules(3.6e6), Co2Grams{100.0}};
    for (auto const& [wait, held] : waits_and_times) {
        QueueSample sample{Instant{0}};
        if (wait >= 0) sample.started = Instant{wait};
        sample.held = Seconds{held};
        outcome.samples.push_back(sample);
    }
    return outcome;
}

JobOutcome over_submissions() {
    JobOutcome outcome = sampled({{600, 3600}});
    outcome.campaign.emplace();
    outcome.campaign_result.emplace();
    outcome.campaign_result->bill = {
        NodeHours{2.5}, GpuHours{20.0}, CoreHours{320.0}, 10.0, "GPU-h", "GCD"};
    outcome.campaign_result->energy = {joules(3.6e7), joules(3.6e7), Co2Grams{1000.0}};
    outcome.campaign_result->forecast.calendar_median = hours(12);
    outcome.campaign_result->forecast.calendar_low = hours(11);
    outcome.campaign_result->forecast.calendar_high = hours(14);
    return outcome;
}

constexpr std::array costs{"gpu_hours", "node_hours", "billed", "energy_J", "co2e_g"};

}  // namespace

TEST_CASE("metrics have names of their own, with the unit of their dimension", "[study][unit]") {
    std::set<std::string_view> names;
    for (Metric const& m : metrics()) {
        INFO(m.name);
        CHECK(names.insert(m.name).second);
        CHECK_FALSE(m.title.empty());
        CHECK_FALSE(m.formula.empty());
        CHECK_FALSE(m.applies.empty());
        if (m.dimension() == Dimension::time) CHECK(m.name.ends_with("_s"));
        if (m.dimension() == Dimension::energy) CHECK(m.name.ends_with("_J"));
        CHECK(m.low.empty() == m.high.empty());
        if (!m.low.empty()) CHECK((find_metric(m.low) && find_metric(m.high)));
    }
    CHECK(find_metric("waiting") == nullptr);
}

TEST_CASE("every metric of the schema is accepted in an expectation", "[study][unit]") {
    std::ifstream stream(std::string(PROJECT_DIR) + "/scenarios/schema/scenario-1.json");
    std::string const schema{std::istreambuf_iterator<char>(stream), {}};
    for (Metric const& m : metrics()) {
        INFO(m.name);
        CHECK(schema.find('"' + std::string(m.name) + '"') != std::string::npos);
    }
}

TEST_CASE("a metric that does not apply has no value, not zero", "[study][unit]") {
    JobOutcome outcome;
    outcome.nodes = 3;
    CHECK(value(outcome, "nodes") == 3.0);
    for (char const* name : {"gpus",
                             "gpu_hours",
                             "wait_median_s",
                             "turnaround_median_s",
                             "step_time_s",
                             "efficiency",
                             "epoch_time_s",
                             "calendar_median_s",
                             "campaign_node_hours"}) {
        INFO(name);
        CHECK_FALSE(value(outcome, name));
        CHECK_FALSE(text(outcome, name));
    }
}

TEST_CASE("turnaround is the median of the sums, not the sum of the medians", "[study][unit]") {
    JobOutcome const outcome = sampled({{0, 100}, {0, 300}, {100, 10}});
    CHECK(value(outcome, "wait_median_s") == 0.0);
    CHECK(value(outcome, "turnaround_median_s") == 110.0);
    CHECK(*value(outcome, "turnaround_p5_s") == Approx(100.0));
    CHECK(*value(outcome, "turnaround_p95_s") == Approx(300.0));
}

TEST_CASE("a job that never starts has no wait, no end and no cost", "[study][unit]") {
    JobOutcome const never = sampled({{-1, 0}, {-1, 0}});
    for (char const* name : {"wait_median_s", "wait_p5_s", "wait_p95_s", "turnaround_median_s"})
        CHECK_FALSE(value(never, name));
    for (char const* name : costs) CHECK_FALSE(value(never, name));
    CHECK(value(never, "never_started") == 2.0);
    CHECK(text(never, "wait_median_s") == "never");
    CHECK(text(never, "turnaround_median_s") == "never");
}

TEST_CASE("a replicate without a start counts as an infinite wait", "[study][unit]") {
    JobOutcome const one = sampled({{1800, 60}, {1800, 60}, {-1, 0}});
    CHECK(value(one, "wait_median_s") == 1800.0);
    CHECK_FALSE(value(one, "wait_p95_s"));
    for (char const* name : costs) CHECK(value(one, name));
    CHECK(text(one, "wait_median_s") == "30 min (30 min – never), 1 of 3 replicates never started");
    CHECK(text(one, "turnaround_median_s") == "31 min (31 min – never)");
    CHECK(text(sampled({{1800, 60}, {-1, 0}, {-1, 0}}), "wait_median_s") ==
          "never (30 min – never), 2 of 3 replicates never started");
}

TEST_CASE("a job over several submissions ends and costs as a whole", "[study][unit]") {
    JobOutcome const outcome = over_submissions();
    CHECK(value(outcome, "turnaround_median_s") == 12.0 * 3600.0);
    CHECK(text(outcome, "turnaround_median_s") == text(outcome, "calendar_median_s"));
    CHECK(value(outcome, "gpu_hours") == 20.0);
    CHECK(value(outcome, "node_hours") == 2.5);
    CHECK(value(outcome, "billed") == 10.0);
    CHECK(value(outcome, "energy_J") == 3.6e7);
    CHECK(value(outcome, "co2e_g") == 1000.0);
    CHECK(value(outcome, "campaign_node_hours") == 2.5);
    CHECK(value(outcome, "runtime_s") == 3600.0);
}

TEST_CASE("a long run without a forecast has no cost", "[study][unit]") {
    JobOutcome outcome = over_submissions();
    outcome.campaign_result.reset();
    CHECK_FALSE(value(outcome, "turnaround_median_s"));
    for (char const* name : costs) CHECK_FALSE(value(outcome, name));
}

TEST_CASE("units that differ between sites come with the answer", "[study][unit]") {
    JobOutcome const outcome = sampled({{0, 3600}});
    CHECK(unit_at_site(metric_named("gpus"), outcome) == "GCD");
    CHECK(unit_at_site(metric_named("gpu_hours"), outcome) == "GCD-h");
    CHECK(unit_at_site(metric_named("billed"), outcome) == "GPU-h");
    CHECK(unit_at_site(metric_named("node_hours"), outcome).empty());
    CHECK(text(outcome, "billed") == "1 GPU-h");
    CHECK(text(outcome, "gpu_hours") == "2");
}

TEST_CASE("a value for people has its range if there is one", "[study][unit]") {
    JobOutcome outcome = sampled({{60, 3600}, {180, 3600}});
    CHECK(text(outcome, "wait_median_s") == "2 min (1 – 3)");
    outcome.times_out = true;
    CHECK(text(outcome, "runtime_s") == "60 min killed");
    CHECK(text(sampled({{60, 3600}}), "wait_median_s") == "60 s");
    CHECK(text(outcome, "energy_J") == "1 kWh");
    CHECK(text(outcome, "co2e_g") == "100 g");
}
