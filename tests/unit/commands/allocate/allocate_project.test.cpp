// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/allocate_project.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

/// Ten runs of an hour on a node of an empty machine, with half of the budget that they need.
class TenHours {
  public:
    TenHours() {
        question.study.file =
            folder_.write("project.yaml",
                          "schema: clustersim/project/1\ntitle: t\nsystems: [vega]\n"
                          "background: {mix: none}\nreplicates: 2\nbudget: {node-hours: 5}\n"
                          "stages: {a: {repeat: 10, job: {nodes: 1, runtime: 1 h}}}\n");
        question.today = *parse_date("2027-01-20");
    }
    Answered<AllocationAnswer> answer(RunOptions const& options) {
        auto prepared = prepare_project(question, options.library);
        REQUIRE(prepared);
        return allocate_project(std::move(*prepared), options);
    }
    AllocationQuestion question;

  private:
    ScratchFolder folder_;
};

}  // namespace

TEST_CASE("a project that needs more than its budget is planned and refused", "[allocate][unit]") {
    TenHours project;
    auto const found = project.answer(shipped_options());
    REQUIRE(found.answer);
    REQUIRE(found.answer->found.machines.size() == 1);
    PlannedProject const& plan = found.answer->found.machines.front();
    CHECK(plan.node_hours.value == Approx(10.0));
    CHECK(plan.stages.front().stage == &found.answer->project().stages.front());
    CHECK(plan.months.front().month == "2027-01");
    CHECK(found.answer->refused.fault() == Fault::impossible);
}

TEST_CASE("a change of the project changes its plan", "[allocate][unit]") {
    TenHours project;
    project.question.study.set = {"budget.node-hours=1000", "stages.a.repeat=20"};
    auto const found = project.answer(shipped_options());
    REQUIRE(found.answer);
    CHECK(found.answer->found.machines.front().node_hours.value == Approx(20.0));
    CHECK(found.answer->refused.empty());
}

TEST_CASE("a project without a machine for all stages is refused", "[allocate][unit]") {
    TenHours project;
    project.question.study.set = {"stages.a.job.nodes=1000"};  // Vega has 60
    auto const found = project.answer(shipped_options());
    REQUIRE(found.answer);
    CHECK(found.answer->complete());
    CHECK(found.answer->found.machines.empty());
    CHECK(found.answer->refused.fault() == Fault::impossible);
}

TEST_CASE("a deadline before the day of the question is an error", "[allocate][unit]") {
    TenHours project;
    project.question.study.set = {"deadline=2027-01-20"};
    Library const library = shipped_library();
    CHECK_FALSE(prepare_project(project.question, library));
    project.question.today = *parse_date("2027-01-19");
    CHECK(prepare_project(project.question, library));
}

TEST_CASE("an interrupted project has no plan", "[allocate][unit]") {
    TenHours project;
    RunOptions options = shipped_options();
    options.work.interrupted = [] { return true; };
    auto const found = project.answer(options);
    REQUIRE(found.answer);
    CHECK_FALSE(found.answer->complete());
    CHECK(found.answer->found.machines.empty());
    CHECK(found.answer->refused.empty());
}
