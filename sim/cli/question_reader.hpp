// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

class Command;

/// Reads {"command": "step", "app": "gpt-857m", …} against the commands of the program, and gives the command that it asks
/// the values of its keys. Every problem is reported with its place in the file `name`.
Result<Command*> read_question(Command& app, std::string const& text, std::string const& name);

}  // namespace clustersim
