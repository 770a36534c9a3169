// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/help_topics.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_schema.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

std::string topic_text(HelpTopic const& topic) {
    return fmt::format("{}\n\n{}", topic.title, topic.text);
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

void tell_unknown(std::string_view what,
                  std::vector<std::string> const& words,
                  std::vector<std::string> const& known,
                  CommandContext& context) {
    std::string const name = fmt::format("{}", fmt::join(words, " "));
    Diagnostics wrong;
    wrong.add(problem(Code::wrong_usage,
                      fmt::format("there is no {} \"{}\"", what, name),
                      did_you_mean(name, known)));
    context.set_exit(Fault::usage);
    context.report(wrong);
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
    tell_unknown("command or topic", words, known, context);
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
    if (asked.empty())
        tell_unknown("command", words, known, context);
    else
        context.print(question_schema(asked));
}

}  // namespace

void add_help_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("help", "Explain a command or a topic");
    sub->group(help_group);
    auto words = std::make_shared<std::vector<std::string>>();
    auto schema = std::make_shared<bool>(false);
    sub->add_option("TOPIC", *words, "a command, or units, exit-codes or formats")
        ->takes(ValueKind::topic);
    sub->add_flag(
        "--schema",
        *schema,
        "print the JSON schema of what `clustersim ask` takes for the command, or for all");
    std::string topics = "Topics:\n";
    for (HelpTopic const& topic : help_topics())
        topics += fmt::format("  {:<28}{}\n", topic.name, topic.title);
    sub->footer(topics + "Examples:\n"
                         "  clustersim help units\n"
                         "  clustersim help systems show\n"
                         "  clustersim help --schema step\n"
                         "See also: clustersim man");
    sub->callback([words, schema, &app, &context] {
        if (*schema)
            print_schema(app, *words, context);
        else
            print_help(app, *words, context);
    });
}

}  // namespace clustersim
