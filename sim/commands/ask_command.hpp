// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace clustersim {

class Command;
class CommandContext;

/// Answers a question that is written as JSON, with the name of its text in messages.
using AskText = std::function<void(std::string const& text, std::string const& name)>;

/// Adds `ask`, which reads a question from a file and has it answered.
void add_ask_command(Command& app, CommandContext& context, AskText ask);

}  // namespace clustersim
