// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/exercise.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

auto read_exercise_text(std::string const& text) {
    return read_exercise(*parse_yaml("title: t\n" + text, "exercise.yaml"));
}

}  // namespace

TEST_CASE("a scenario without the block is no exercise", "[study][unit]") {
    auto const none = read_exercise_text("expect: []\n");
    REQUIRE(none);
    CHECK_FALSE(none->has_value());
}

TEST_CASE("an exercise has a task and a hint", "[study][unit]") {
    std::string const block = "exercise: {task: do, hint: look, learned: much}\n";
    std::string const condition = "expect: [{metric: nodes, at-least: 1}]\n";
    auto const good = read_exercise_text(block + condition);
    REQUIRE(good);
    CHECK((*good)->task == "do");
    CHECK((*good)->learned == "much");
    CHECK(read_exercise_text(block + "expect: []\n"));
    CHECK_FALSE(read_exercise_text("exercise: {task: do}\n" + condition));
}

TEST_CASE("the note of an unsolved exercise has the task and the hint", "[study][unit]") {
    Diagnostic const note = unsolved_note({"do", "look", "", {}}, 2);
    CHECK(note.severity == Severity::note);
    CHECK(note.message == "not solved yet: 2 conditions are not met. Task: do");
    CHECK(note.help == "look");
}
