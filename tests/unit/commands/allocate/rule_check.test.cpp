// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/rule_check.hpp"

#include "tests/support/catch.hpp"

#include <array>

using namespace clustersim;

namespace {

constexpr double day_s = 86400.0;
Date const project_start = *parse_date("2027-01-11");

/// A year with two stages on one node each: one of `first` node-hours from the start, one of 4,000 from month ten.
class Year {
  public:
    explicit Year(double first) {
        mode_.name = "academic";
        mode_.months = {12};
        stages_[1].work = WorkKind::inference;
        stages_[0].name = "prepare";
        stages_[1].name = "answer";
        for (std::size_t i = 0; i < 2; ++i) {
            outcomes_[i].answer.outcomes.emplace_back();
            JobOutcome& job = outcomes_[i].answer.outcomes.front();
            job.nodes = 40;
            job.gpus = 160;
            outcomes_[i].answer.place.partition = "large";
            outcomes_[i].nodes = 40;
            PlannedStage stage;
            stage.stage = &stages_[i];
            stage.choice = &outcomes_[i];
            double const hours = i == 0 ? first : 4000.0;
            stage.node_hours = {hours, hours};
            stage.begin = i == 0 ? 0.0 : 300.0 * day_s;
            stage.end = stage.begin + 20.0 * day_s;
            plan.stages.push_back(stage);
        }
        plan.system = "here";
        plan.node_hours = {first + 4000.0, first + 4000.0};
        plan.gpu_hours = {4.0 * (first + 4000.0), 0.0};
        plan.granted_gpu_hours = plan.gpu_hours;
        plan.asked = {first + 4000.0, first + 4000.0, "node-h"};
        plan.time_high = 320.0 * day_s;
        plan.mode = AccessShare{&mode_, std::nullopt, false, false};
        plan.months = {{"2027-01", first, first}, {"2027-11", 4000.0, 4000.0}};
    }
    RuleCheck check(decltype(AccessRule::terms) terms, ScalingOf const& scaling = {}) {
        plan.terms.rules = {{"rule", std::move(terms)}};
        return check_rules(project, plan, {project_start, std::nullopt, scaling}).front();
    }
    PlannedProject plan;
    Project project;

  private:
    AccessMode mode_;
    std::array<Stage, 2> stages_;
    std::array<StageChoice, 2> outcomes_;
};

/// A run that takes `rest` s on any number of nodes, and 40 s more on one.
ScalingOf amdahl(double rest) {
    return [rest](Stage const&, std::string const&, std::vector<int> const& counts) {
        ScalingTable table;
        for (int const nodes : counts) {
            ProofPoint point;
            point.nodes = nodes;
            point.time = rest + 40.0 / nodes;
            table.points.push_back(point);
        }
        add_efficiencies(table.points);
        return table;
    };
}

}  // namespace

TEST_CASE("unused time is cut, and the rest of the plan lacks it", "[allocate][unit]") {
    SpendOrLose const rule{6, 0.4, 0.6};
    RuleCheck const slow = Year(1000.0).check(rule);  // 20 % used, 80 % left and needed
    CHECK(slow.verdict == RuleVerdict::fails);
    CHECK(
        slow.text ==
        "20 % of the grant used by 2027-07-11; 80 % left, cut to 60 %; the rest of the plan lacks "
        "1,000 node-h; use 1,000 node-h more by then, or ask for less");
    CHECK(Year(3000.0).check(rule).verdict == RuleVerdict::passes);
    Year shorter(1000.0);
    shorter.project.months = 3;
    CHECK(shorter.check(rule).text == "the grant ends before, after 3 months");
    // A cut of unknown size fails a plan with work left.
    CHECK(Year(1000.0).check(SpendOrLose{6, 0.4, std::nullopt}).verdict == RuleVerdict::fails);
    // What is cut is not needed.
    Year wide(1000.0);
    wide.plan.asked.value = 10'000.0;
    CHECK(wide.check(rule).verdict == RuleVerdict::passes);
}

TEST_CASE("a month may not use more than its limit", "[allocate][unit]") {
    RuleCheck const check = Year(1000.0).check(MonthlyLimit{std::nullopt, GpuHours{10'000.0}});
    CHECK(check.verdict == RuleVerdict::fails);
    CHECK(check.text == "16,000 GPU-h in 2027-11; the project needs 2 months or more");
    CHECK(Year(1000.0).check(MonthlyLimit{NodeHours{4000.0}, std::nullopt}).verdict ==
          RuleVerdict::passes);
}

TEST_CASE("a grant limits the part of inference", "[allocate][unit]") {
    CHECK(Year(1000.0).check(WorkShare{WorkKind::inference, 0.1}).verdict == RuleVerdict::fails);
    CHECK(Year(1000.0).check(WorkShare{WorkKind::inference, 0.8}).verdict == RuleVerdict::passes);
    CHECK(Year(1000.0).check(WorkShare{WorkKind::training, 0.1}).text ==
          "no stage says `work: training`");
}

TEST_CASE("a proof of scaling passes by its efficiency", "[allocate][unit]") {
    ScalingProof rule;
    rule.partitions = {"large"};
    rule.above_nodes = 6;
    rule.efficiency = 0.75;
    RuleCheck const good = Year(1000.0).check(rule, amdahl(0.3));
    CHECK(good.verdict == RuleVerdict::passes);  // (0.3 + 4) / (4 x 1.3) = 83 %
    CHECK(good.scaling->points.back().efficiency == Approx(4.3 / 5.2));
    CHECK(good.scaling->points.back().doubling == Approx(2.3 / 2.6));
    CHECK(good.text.find("10, 20 and 40 nodes") != std::string::npos);
    CHECK(good.text.find("at most 10.3 % longer") != std::string::npos);
    RuleCheck const bad = Year(1000.0).check(rule, amdahl(0.8));
    CHECK(bad.verdict == RuleVerdict::fails);  // 4.8 / 7.2 = 67 %, but 4.8 / 5.6 on 20 nodes
    CHECK(bad.text.find("20 nodes would pass; no proof is needed up to 6 nodes") !=
          std::string::npos);
    CHECK(Year(1000.0).check(rule).verdict == RuleVerdict::open);  // nothing predicts it
    rule.partitions = {"small"};
    CHECK(Year(1000.0).check(rule).text == "no stage is so large");
}

TEST_CASE("more than the month's part of a grant makes jobs slower", "[allocate][unit]") {
    Year year(1000.0);
    ScalingOf const none;
    RuleCheck const check =
        check_rules(year.project, year.plan, {project_start, MonthlyQuota{0.0, 1.0}, none}).front();
    CHECK(check.verdict == RuleVerdict::slower);  // 4,000 of 5,000 node-h, a month's part is 417
    CHECK(check.text.find("2027-11 uses 9.6 times") != std::string::npos);
}

TEST_CASE("few nodes are measured one by one, many by halves", "[allocate][unit]") {
    CHECK(proof_counts(40, 3) == std::vector{10, 20, 40});
    CHECK(proof_counts(3, 3) == std::vector{1, 2, 3});
    CHECK(proof_counts(2, 3) == std::vector{1, 2});
    CHECK(proof_counts(10, 4) == std::vector{1, 2, 5, 10});
}
