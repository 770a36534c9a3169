// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/expectation.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// What a student is to do with a scenario. It is solved once the scenario's answers meet its `expect:` block.
struct Exercise {
    std::string task;
    std::string hint;     ///< for those who have not solved it
    std::string learned;  ///< for those who have; may be empty
    ConfigNode place;
};

/// Reads the `exercise:` block of a scenario's document; nothing if it has none.
Result<std::optional<Exercise>> read_exercise(ConfigNode const& document);

/// The error of an exercise that is to be graded without `expect:`. It can be run without.
Diagnostic no_condition(Exercise const& exercise);

/// A note with the task and the hint, after the conditions that are not met.
Diagnostic unsolved_note(Exercise const& exercise, std::size_t unmet);

}  // namespace clustersim
