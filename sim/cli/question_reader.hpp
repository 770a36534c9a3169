// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/question.hpp"

#include <string>

namespace clustersim {

class Command;

/// Reads {"command": "step", "app": "gpt-857m", …} against the commands of the program. Every problem is reported with its
/// place in the file `name`. The words have no options of the program, such as --quiet.
Result<Question>
read_question(Command const& app, std::string const& text, std::string const& name);

}  // namespace clustersim
