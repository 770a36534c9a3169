// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/question_reader.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace clustersim {
namespace {

/// Puts a text in place of standard input, so that a command reads it as if a pipe brought it.
Result<void> make_standard_input(std::string_view text) {
    int const memory = memfd_create("question", MFD_CLOEXEC);
    bool whole = memory >= 0;
    while (whole && !text.empty()) {
        ssize_t const written = write(memory, text.data(), text.size());
        if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
        whole = written > 0 || errno == EINTR;
    }
    whole = whole && lseek(memory, 0, SEEK_SET) == 0 && dup2(memory, STDIN_FILENO) >= 0;
    int const error = errno;
    if (memory >= 0) close(memory);
    if (whole) return {};
    return failure(cannot_read("<stdin>", std::strerror(error)));
}

/// The options of the program itself that `ask` was given, which hold for the question, too.
std::vector<std::string> program_options(Command const& app) {
    std::vector<std::string> words;
    for (auto const& option : app.rows()) {
        OptionSpec const& one = option->spec();
        if (option->count() == 0) continue;
        words.push_back(one.name);
        if (one.kind != ValueKind::flag) words.push_back(option->values().back());
    }
    return words;
}

void ask(Command const& app, std::filesystem::path const& file, CommandContext& context) {
    auto text = read_text(file);
    if (context.value_of(text) == nullptr) return;
    auto question = read_question(app, *text, file == "-" ? "<stdin>" : file.string());
    if (!question) {
        // What is JSON is a wrong use of the program, as wrong words are.
        bool const is_json = std::ranges::none_of(
            question.error().items(), [](auto const& d) { return d.code == Code::bad_syntax; });
        if (is_json) context.set_exit(Fault::usage);
        context.report(question.error());
        return;
    }
    if (question->document) {
        auto const made = make_standard_input(*question->document);
        if (!made) {
            context.report(made.error());
            return;
        }
    }
    std::vector<std::string> words = program_options(app);
    words.insert(words.end(), question->words.begin(), question->words.end());
    question->words = std::move(words);
    context.question = std::make_shared<Question const>(std::move(*question));
}

}  // namespace

void add_ask_command(Command& app, CommandContext& context) {
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
    sub->callback([file, &app, &context] { ask(app, *file, context); });
}

}  // namespace clustersim
