// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class Command;
class CommandContext;
class Program;

/// Adds `ask`, which gives the program a question from a file.
void add_ask_command(Command& app, CommandContext& context, Program& program);

}  // namespace clustersim
