// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/help_topics.hpp"
#include "sim/cli/man_pages.hpp"
#include "sim/cli/metrics_table.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/cli/python_module.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_schema.hpp"
#include "sim/cli/reference_page.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

struct HelpCommand {
    std::vector<std::string> words;
    bool schema = false;
    bool man = false;
    bool reference = false;
    bool python = false;
    std::filesystem::path man_pages;  ///< the folder to write them into; empty: none
    Format format = {Format::table, stdout_width()};  ///< of the metrics
    bool in_format = false;                           ///< whether one is asked for
};

std::string topic_text(HelpTopic const& topic) {
    return fmt::format("{}\n\n{}", topic.title, topic.text());
}

/// The command that the words name, or nothing.
Command const* command_named(Command const& app, std::vector<std::string> const& words) {
    Command const* at = &app;
    for (std::string const& word : words) {
        auto const commands = commands_of(*at);
        auto const found = std::ranges::find(commands, word, &Command::get_name);
        if (found == commands.end()) return nullptr;
        at = *found;
    }
    return at;
}

void tell_wrong(Diagnostic problem, CommandContext& context) {
    Diagnostics wrong;
    wrong.add(std::move(problem));
    context.set_exit(Fault::usage);
    context.report(wrong);
}

void tell_unknown(std::string_view what,
                  Command const& app,
                  std::vector<std::string> const& words,
                  std::vector<std::string> const& known,
                  CommandContext& context) {
    if (auto renamed = renamed_command(app, words)) return tell_wrong(std::move(*renamed), context);
    std::string const name = fmt::format("{}", fmt::join(words, " "));
    tell_wrong(problem(Code::wrong_usage,
                       fmt::format("there is no {} \"{}\"", what, name),
                       meant_command(name, known)),
               context);
}

void print_help(Command const& app,
                std::vector<std::string> const& words,
                CommandContext& context) {
    for (HelpTopic const& topic : help_topics()) {
        if (words.size() == 1 && words.front() == topic.name) {
            context.print(topic_text(topic));
            return;
        }
    }
    if (Command const* const command = command_named(app, words)) {
        // The program's own help() is that of the command in use, which is this one.
        context.print(command == &app ? app.get_formatter()->make_help(
                                            &app, app.get_name(), CLI::AppFormatMode::Normal)
                                      : command->help(full_name(*command->parent())));
        return;
    }
    std::vector<std::string> known;
    for (HelpTopic const& topic : help_topics()) known.emplace_back(topic.name);
    for (Command const* sub : commands_of(app)) known.push_back(sub->get_name());
    tell_unknown("command or topic", app, words, known, context);
}

/// The schema of one command, of all commands of a command, or of all.
void print_schema(Command const& app,
                  std::vector<std::string> const& words,
                  CommandContext& context) {
    std::string const name = fmt::format("{}", fmt::join(words, " "));
    auto const commands = askable_commands(app);
    std::vector<AskableCommand> asked;
    std::vector<std::string> known;
    for (AskableCommand const& one : commands) {
        known.push_back(one.name);
        if (one.name == name) asked.push_back(one);
    }
    if (asked.empty())
        for (AskableCommand const& one : commands)
            if (name.empty() || one.name.starts_with(name + " ")) asked.push_back(one);
    if (!asked.empty()) return context.print(question_schema(asked));
    if (std::ranges::find(help_topics(), name, &HelpTopic::name) != help_topics().end())
        return tell_wrong(problem(Code::wrong_usage,
                                  fmt::format("{} is a topic, no command: it has no schema", name),
                                  fmt::format("clustersim help {}", name)),
                          context);
    tell_unknown("command", app, words, known, context);
}

void print_man_page(Command const& app,
                    std::vector<std::string> const& words,
                    CommandContext& context) {
    if (auto const page = man_page_named(app, fmt::format("{}", fmt::join(words, " "))))
        return context.print(*page);
    tell_unknown("manual page", app, words, names_of_man_pages(app), context);
}

/// The metrics in a format, for programs; without one they are a topic as others.
void print_metrics(HelpCommand const& command, CommandContext& context) {
    if (command.words == std::vector<std::string>{"metrics"})
        return context.print(metrics_text(command.format));
    tell_wrong(problem(Code::wrong_usage,
                       "only the metrics have other formats",
                       "clustersim help metrics --format json"),
               context);
}

void answer(Command const& app, HelpCommand const& command, CommandContext& context) {
    if (!command.man_pages.empty())
        write_man_pages(app, command.man_pages, context);
    else if (command.man)
        print_man_page(app, command.words, context);
    else if (command.schema)
        print_schema(app, command.words, context);
    else if (command.reference)
        context.print(reference_page(app));
    else if (command.python)
        context.print(python_module(askable_commands(app)));
    else if (command.in_format)
        print_metrics(command, context);
    else
        print_help(app, command.words, context);
}

}  // namespace

void add_help_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("help", "Explain a command or a topic");
    auto command = std::make_shared<HelpCommand>();
    std::string topics = "Topics:\n";
    std::vector<std::string_view> names;
    for (HelpTopic const& topic : help_topics()) {
        topics += fmt::format("  {:<28}{}\n", topic.name, topic.title);
        names.push_back(topic.name);
    }
    auto* const topic = sub->add_option("TOPIC",
                                        command->words,
                                        fmt::format("a command, or {}", fmt::join(names, ", ")))
                            ->takes(ValueKind::topic);
    auto* const schema = sub->add_flag(
        "--schema",
        command->schema,
        "print the JSON schema of what `clustersim ask` takes for the command, or for all");
    auto* const man = sub->add_flag("--man", command->man, "print it as a manual page");
    auto* const all_pages =
        sub->add_option("--man-pages",
                        command->man_pages,
                        "write all manual pages into man1/ and man7/ of this folder")
            ->takes(ValueKind::folder, "DIR")
            ->excludes(topic);
    schema->excludes(man);
    all_pages->excludes(schema);
    all_pages->excludes(man);
    auto* const format = add_own_format_option<Format::Kind>(
        *sub, command->format.kind, format_names, "format of the metrics");
    for (OptionRow* const other : {schema, man, all_pages}) format->excludes(other);
    auto* const reference = sub->add_flag(
        "--reference", command->reference, "print all commands as a page in Markdown");
    auto* const python = sub->add_flag(
        "--python", command->python, "print all commands as functions of the Python package");
    for (OptionRow* const whole : {reference, python})
        for (OptionRow* const other : {topic, schema, man, all_pages, format})
            whole->excludes(other);
    reference->excludes(python);
    sub->footer(topics + "Examples:\n"
                         "  clustersim help systems show\n"
                         "  clustersim help --schema step\n"
                         "  clustersim help --man run | man -l -");
    sub->callback([command, sub, &app, &context] {
        command->in_format = sub->count("--format") > 0;
        answer(app, *command, context);
    });
}

}  // namespace clustersim
