// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/core/claimed_outputs.hpp"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// All commands of the program, for one question.
class Program {
  public:
    Program(Asker& asker, DataFolders data);
    Program(Program const&) = delete;
    Program& operator=(Program const&) = delete;

    /// Answers a question that is written as JSON, with the name of its text in messages: "question.json".
    void ask(std::string const& text, std::string const& name);

    [[nodiscard]] Command& commands() { return commands_; }
    [[nodiscard]] CommandContext& context() { return context_; }

    /// Called once all values of a question are known, before the command begins. Throws RefusedQuestion.
    void begin(Command const& asked);

  private:
    Asker* asker_;
    CommandContext context_;
    Command commands_;
    std::optional<ClaimedOutputs> claimed_;
};

/// A question that is understood and must not be answered.
struct RefusedQuestion : std::exception {
    explicit RefusedQuestion(Diagnostic refusal) : why(std::move(refusal)) {}
    Diagnostic why;
};

}  // namespace clustersim
