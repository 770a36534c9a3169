// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

class Command;

/// The question that a command was given, as JSON that read_question() reads: one key a line.
std::string question_json(Command const& asked);

}  // namespace clustersim
