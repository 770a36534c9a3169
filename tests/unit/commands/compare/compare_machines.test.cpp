// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/compare_machines.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/shipped_options.hpp"

using namespace clustersim;

namespace {

/// One job on two machines without other jobs.
class TwoMachines {
  public:
    TwoMachines() {
        question.study.file = folder_.write("study.yaml",
                                            "schema: clustersim/scenario/1\ntitle: t\nsystem: "
                                            "vega\nbackground: {mix: none}\nreplicates: 2\n"
                                            "jobs: {a: {runtime: 1 h, walltime: 2 h}}\n");
        question.systems = {"vega", "leonardo"};
    }
    CompareQuestion question;

  private:
    ScratchFolder folder_;
};

}  // namespace

TEST_CASE("each machine runs each size that it has", "[compare][unit]") {
    TwoMachines two;
    two.question.nodes = {1, 100};  // Vega has 60
    RunOptions const options = shipped_options();
    auto prepared = prepare_comparison(two.question, options.library);
    REQUIRE(prepared);
    auto const found = compare_machines(two.question, std::move(*prepared), options);
    REQUIRE(found.answer);
    ComparisonAnswer const& answer = *found.answer;
    REQUIRE(answer.study.runs.size() == 3);
    CHECK(answer.study.runs[2].place.system == "leonardo");
    CHECK(answer.study.runs[2].outcomes.front().nodes == 100);
    REQUIRE(answer.asked.impossible.size() == 1);
    CHECK(answer.asked.impossible.front().name() == "vega, nodes=100");
    CHECK_FALSE(answer.waits_decide);
    CHECK(answer.queues.empty());
}

TEST_CASE("accelerators of the whole job become nodes of each machine", "[compare][unit]") {
    TwoMachines two;
    two.question.gpus = {8};
    auto const prepared = prepare_comparison(two.question, shipped_library());
    REQUIRE(prepared);
    REQUIRE(prepared->runs.size() == 2);
    for (ResolvedRun const& run : prepared->runs) CHECK(run.jobs.front().prediction.gpus == 8);
}

TEST_CASE("sizes that no machine has are impossible", "[compare][unit]") {
    TwoMachines two;
    two.question.nodes = {1'000'000};
    auto const prepared = prepare_comparison(two.question, shipped_library());
    REQUIRE_FALSE(prepared);
    CHECK(prepared.error().fault() == Fault::impossible);
}

TEST_CASE("an interrupted comparison is incomplete and has no queues", "[compare][unit]") {
    TwoMachines two;
    two.question.nodes = {1};
    two.question.pictures = true;
    RunOptions options = shipped_options();
    options.work.interrupted = [] { return true; };
    auto prepared = prepare_comparison(two.question, options.library);
    REQUIRE(prepared);
    auto const found = compare_machines(two.question, std::move(*prepared), options);
    REQUIRE(found.answer);
    CHECK_FALSE(found.answer->study.complete);
    CHECK(found.answer->queues.empty());
}
