// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// A question that an agent asks, and how much of the answer it wants.
struct ToolCall {
    std::string question;             ///< as JSON
    std::string part;                 ///< a JSON pointer into the answer; empty: all of it
    std::size_t most_bytes = 50'000;  ///< of the answer; a longer one is outlined
};

/// A question of the door as agents see it.
struct Tool {
    std::string name;     ///< "systems_show"
    std::string command;  ///< "systems show"
    std::string listed;   ///< its entry in tools/list, as JSON
};

/// The read-only questions that need no file, from the table of options of the program.
std::vector<Tool> agent_tools(Command const& app);

/// The question that a call asks. `arguments` is a JSON object. The problems are of arguments that only tools have; all
/// others are checked with the question.
Result<ToolCall> tool_call(Tool const& tool, std::string const& arguments);

}  // namespace clustersim
