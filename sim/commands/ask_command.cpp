// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/ask_command.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/core/input_file.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace clustersim {

void add_ask_command(Command& app, CommandContext& context, AskText ask) {
    auto* sub = app.add_subcommand("ask", "Answer a question that is written as JSON");
    auto file = std::make_shared<std::filesystem::path>();
    sub->add_option("FILE",
                    *file,
                    "the question (- for stdin): an object with `command`, its arguments by their "
                    "names, and its options by their long names")
        ->required();
    sub->footer(
        "The answer is that of the same words on the command line. A scenario or a\n"
        "project may be an object in place of its path.\n"
        "Examples:\n"
        "  clustersim ask question.json\n"
        "  echo '{\"command\": \"systems show\", \"system\": \"lumi\"}' | clustersim ask -\n"
        "See also: clustersim help --schema COMMAND, docs/ask.md");
    sub->callback([file, &context, ask = std::move(ask)] {
        auto text = read_text(*file);
        if (context.value_of(text) != nullptr)
            ask(*text, *file == "-" ? "<stdin>" : file->string());
    });
}

}  // namespace clustersim
