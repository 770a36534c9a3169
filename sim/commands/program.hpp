// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/question_reader.hpp"
#include "sim/core/claimed_outputs.hpp"

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Declares a command and what answers it.
using AddCommand = std::function<void(Command&, CommandContext&)>;

class Program;

/// Which commands a program has: all, and those that are `more`, of layers above this one; or only the one that is named, if
/// there is one of that name.
struct ProgramCommands {
    std::vector<std::function<void(Program&)>> more = {};
    std::string only = {};
};

/// The commands of the program, for one question.
class Program {
  public:
    Program(Asker& asker, DataFolders data, ProgramCommands const& which = {});
    Program(Program const&) = delete;
    Program& operator=(Program const&) = delete;

    /// How a question in JSON is taken.
    struct Manner {
        Trust trust = Trust::own;
        bool in_json =
            false;  ///< in this format, where the command has it and the question names none
    };
    /// Answers a question that is written as JSON. Returns the format of the answer: "json", "table", "text".
    std::string ask(JsonValue const& question, Manner manner);

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

/// The command that a question names, as far as it can be seen: "systems show"; empty if it names none.
std::string named_command(JsonValue const& question);

/// A question that is understood and must not be answered.
struct RefusedQuestion : std::exception {
    explicit RefusedQuestion(Diagnostic refusal) : why(std::move(refusal)) {}
    Diagnostic why;
};

}  // namespace clustersim
