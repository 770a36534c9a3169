// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace clustersim;

namespace {

/// The first problem of a question without an answer.
std::string refusal(DiffQuestion const& question) {
    auto const found = diff(question, {});
    CHECK_FALSE(found.answer);
    REQUIRE(found.problems.has_errors());
    return found.problems.items().front().message;
}

}  // namespace

TEST_CASE("a comparison says what its question lacks", "[study][unit]") {
    ScratchFolder const folder;
    std::string const site = folder.write("site.yaml", "schema: clustersim/site/1\n").string();
    std::string const scenario =
        folder.write("scenario.yaml", "schema: clustersim/scenario/1\n").string();
    DiffQuestion question;
    question.files = {site, "-"};
    CHECK(says(refusal(question), "none can be standard input"));
    question.files = {site};
    CHECK(says(refusal(question), "site files have no jobs to compare"));
    question.files = {scenario};
    question.workload = "jobs.csv";
    CHECK(says(refusal(question), "a scenario has its own workload"));
    question.files = {folder.path().string()};
    question.seed = 2;
    CHECK(says(refusal(question), "a result has the seed and the replicates of its run"));
}
