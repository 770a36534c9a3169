// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/mcp/tools.hpp"

#include <string>

namespace clustersim {

struct Answer;

/// The result of tools/call as JSON. Its text is {"exit_code", "remarks", "problems", "answer"}, in which `answer` is the
/// JSON of the answer without members that are null, or a text for other formats. If it is longer than the call allows, `too_long` lists its parts
/// instead. `structured`: the same as an object, too, for protocol versions that have it.
std::string tool_result(Answer const& answer, ToolCall const& call, bool structured);

/// The result of a call whose arguments are wrong.
std::string refused_call(Diagnostics const& problems, bool structured);

}  // namespace clustersim
