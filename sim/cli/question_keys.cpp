// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_keys.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/value_words.hpp"
#include "sim/core/ascii.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

bool is_positional(CLI::Option const& option) {
    return option.get_positional() && !option.nonpositional();
}

/// Options of every command, and of groups of options, that ask nothing.
bool helps(CLI::Option const& option) {
    std::string const key = key_of(option);
    return key == "help" || key == "help-all";
}

std::vector<CLI::Validator const*> checks_of(CLI::Option const& option) {
    std::vector<CLI::Validator const*> checks;
    try {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the library asks only options that may change
        auto& asked = const_cast<CLI::Option&>(option);
        for (int i = 0;; ++i) checks.push_back(asked.get_validator(i));
    } catch (CLI::OptionNotFound const&) {  // the library counts them for nobody
        return checks;
    }
}

/// Reads "1 64" or "1 - 64]".
void read_range(std::string_view text, QuestionKey& key) {
    std::string const digits(text);
    char* rest = nullptr;
    key.low = std::strtod(digits.c_str(), &rest);
    while (*rest == ' ' || (*rest == '-' && rest[1] == ' ')) ++rest;
    key.high = std::strtod(rest, nullptr);
}

/// A check with a range says so in its name (number_option.hpp), or as CLI::Range does, in its description.
void read_check(CLI::Validator const& check, QuestionKey& key) {
    std::string const& name = check.get_name();
    std::string const says = check.get_description();
    std::size_t const open = says.find(" in [");
    if (name.starts_with("integer ") || name.starts_with("number ")) {
        key.kind = name.front() == 'i' ? QuestionKey::Kind::integer : QuestionKey::Kind::number;
        read_range(std::string_view(name).substr(name.find(' ') + 1), key);
    } else if (open != std::string::npos) {
        key.kind =
            says.starts_with("FLOAT") ? QuestionKey::Kind::number : QuestionKey::Kind::integer;
        read_range(std::string_view(says).substr(open + 5), key);
    }
}

QuestionKey question_key(CLI::Option const& option) {
    QuestionKey key{.name = key_of(option), .option = &option, .choices = {}};
    key.is_list = option.get_items_expected_max() > 1;
    if (!takes_value(option)) {
        key.kind = QuestionKey::Kind::flag;
        return key;
    }
    std::string const whole = option.get_type_name();
    std::string_view const type = std::string_view(whole).substr(0, whole.find(':'));
    if (type.find('|') != std::string_view::npos) {
        key.kind = QuestionKey::Kind::choice;
        key.choices = choices_of(type);
        return key;
    }
    std::string const name = value_name(option);
    key.is_name = is_name(name);
    key.takes_document = takes_document(name);
    if (type == "INT" || type == "UINT") key.kind = QuestionKey::Kind::integer;
    if (type == "UINT") key.low = 0.0;
    if (type == "FLOAT") key.kind = QuestionKey::Kind::number;
    for (CLI::Validator const* check : checks_of(option)) read_check(*check, key);
    return key;
}

void add_commands(CLI::App const& app,
                  std::string const& before,
                  std::vector<AskableCommand>& commands) {
    for (CLI::App const* sub : commands_of(app)) {
        std::string const name = before + sub->get_name();
        if (name == "ask") continue;  // a question that asks itself would have no end
        if (sub->get_require_subcommand_min() == 0) commands.push_back({name, sub});
        add_commands(*sub, name + " ", commands);
    }
}

}  // namespace

std::vector<AskableCommand> askable_commands(CLI::App const& app) {
    std::vector<AskableCommand> commands;
    add_commands(app, "", commands);
    return commands;
}

std::string key_of(CLI::Option const& option) {
    if (is_positional(option)) return lower(option.get_name(true));
    return option.get_lnames().empty() ? option.get_snames().front() : option.get_lnames().front();
}

std::vector<QuestionKey> question_keys(CLI::App const& command) {
    std::vector<QuestionKey> keys;
    for (bool const positional : {true, false})
        for (CLI::Option const* option : options_of(command))
            if (!helps(*option) && is_positional(*option) == positional)
                keys.push_back(question_key(*option));
    return keys;
}

std::vector<KeyGroup> key_groups(CLI::App const& command) {
    std::vector<KeyGroup> groups;
    for (CLI::App const* group : command.get_subcommands([](CLI::App const*) { return true; })) {
        if (!group->get_name().empty()) continue;
        KeyGroup found{{}, group->get_require_option_min(), group->get_require_option_max()};
        for (CLI::Option const* option : group->get_options())
            if (!helps(*option)) found.keys.push_back(key_of(*option));
        if (found.most == 0) found.most = found.keys.size();
        if (found.least > 0 || found.most < found.keys.size()) groups.push_back(std::move(found));
    }
    return groups;
}

std::string refusal(CLI::Option const& option, std::string word) {
    for (CLI::Validator const* check : checks_of(option)) {
        try {
            if (std::string why = (*check)(word); !why.empty()) return why;
        } catch (CLI::ValidationError const& error) {
            return error.what();
        }
    }
    return {};
}

}  // namespace clustersim
