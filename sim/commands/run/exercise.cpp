// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/exercise.hpp"

#include "sim/config/reader.hpp"

#include <fmt/format.h>

namespace clustersim {

Result<std::optional<Exercise>> read_exercise(ConfigNode const& document) {
    Diagnostics problems;
    Reader reader(document, problems);
    std::optional<Exercise> exercise;
    if (auto block = reader.optional_child("exercise")) {
        exercise.emplace();
        exercise->place = block->node();
        exercise->task = block->text("task");
        exercise->hint = block->text("hint");
        exercise->learned = block->optional_text("learned").value_or("");
        block->finish();
    }
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return exercise;
}

Diagnostic no_condition(Exercise const& exercise) {
    Diagnostic d = problem_at(
        exercise.place, Code::missing_key, "the exercise has no condition, so anything solves it");
    d.help = "add `expect:` with at least one condition";
    return d;
}

Diagnostic unsolved_note(Exercise const& exercise, std::size_t unmet) {
    Diagnostic note =
        problem_at(exercise.place,
                   Code::unmet_expectation,
                   fmt::format("not solved yet: {} {}. Task: {}",
                               unmet,
                               unmet == 1 ? "condition is not met" : "conditions are not met",
                               exercise.task));
    note.severity = Severity::note;
    note.help = exercise.hint;
    return note;
}

}  // namespace clustersim
