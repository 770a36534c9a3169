// SPDX-License-Identifier: Apache-2.0
#include "sim/program/ask_command.hpp"

#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/json_value.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/commands/program.hpp"
#include "sim/core/input_file.hpp"
#include "sim/program/ask_stream.hpp"

#include <filesystem>
#include <memory>

namespace clustersim {

void add_ask_command(Program& program) {
    auto* sub =
        program.commands().add_subcommand("ask", "Answer a question that is written as JSON");
    auto file = std::make_shared<std::filesystem::path>();
    auto* const from = sub->add_option(
        "FILE",
        *file,
        "the question (- for stdin): an object with `command`, its arguments by their "
        "names, and its options by their long names");
    auto stream = std::make_shared<AskedStream>();
    auto* const streams = sub->add_flag("--stream",
                                        stream->asked,
                                        "answer questions from stdin, one JSON object a line, with "
                                        "events as lines of JSON, for programs that keep "
                                        "clustersim running");
    streams->excludes(from);
    sub->add_flag("--confined",
                  stream->confined,
                  "with --stream: read no file but the shipped data, write none, and refuse "
                  "questions that name files")
        ->needs(streams);
    make_rare(*sub, {"--stream", "--confined"});
    sub->footer(
        "The answer is that of the same words on the command line. A scenario or a\n"
        "project may be an object in place of its path.\n"
        "Examples:\n"
        "  clustersim ask question.json\n"
        "  echo '{\"command\": \"systems show\", \"system\": \"lumi\"}' | clustersim ask -\n"
        "See also: clustersim help --schema COMMAND, docs/ask.md");
    sub->callback([file, stream, &program] {
        CommandContext& context = program.context();
        if (stream->asked) return answer_stream(*stream, context);
        if (file->empty()) throw CLI::RequiredError("FILE");
        auto question = read_text(*file).and_then([&](std::string const& text) {
            return read_json(text, *file == "-" ? "<stdin>" : file->string());
        });
        if (context.value_of(question) != nullptr) program.ask(*question, {});
    });
}

}  // namespace clustersim
