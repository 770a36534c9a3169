// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class Program;

/// Adds `ask`, which reads a question from a file and has it answered, or a stream of them.
void add_ask_command(Program& program);

}  // namespace clustersim
