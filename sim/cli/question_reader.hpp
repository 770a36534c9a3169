// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/question.hpp"

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace clustersim {

/// Reads {"command": "step", "app": "gpt-857m", …} against the commands of the program. Every problem is reported with its
/// place in the file `name`. The words have no options of the program, such as --quiet.
Result<Question> read_question(CLI::App const& app, std::string text, std::string const& name);

}  // namespace clustersim
