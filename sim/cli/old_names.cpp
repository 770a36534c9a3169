// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/old_names.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

struct OldName {
    std::string_view old;
    std::string_view now;
};

/// Commands of the last release. Longer names come before their beginnings.
constexpr std::array old_names{
    OldName{"calibrate collectives", "fit links"},
    OldName{"calibrate application", "fit pilot"},
    OldName{"calibrate accelerator", "fit accelerator"},
    OldName{"calibrate", "fit links, fit pilot or fit accelerator"},
    OldName{"fit", "fit mix"},
    OldName{"report", "show RESULT --report FILE.html"},
    OldName{"export", "show RESULT --to FORMAT"},
    OldName{"collect", "forecast --collector"},
    OldName{"import queue", "forecast ARCHIVE"},
    OldName{"metrics", "help metrics"},
    OldName{"man", "help --man COMMAND (--man-pages DIR: all pages)"},
};

/// Whether "--data" is an option of the program with a value.
bool takes_value(Command const& app, std::string const& name) {
    return std::ranges::any_of(
        options_of(app),
        [&](OptionRow const* option) {
            return option->is_named(name) && option->spec().kind != ValueKind::flag;
        });
}

/// The words without options, each with a blank after it.
std::string arguments(Command const& app, std::span<std::string const> words) {
    std::string line;
    bool is_value = false;
    for (std::string const& word : words) {
        bool const is_option = word.starts_with('-');
        if (!is_value && !is_option) line += word + ' ';
        is_value = is_option && takes_value(app, word);
    }
    return line;
}

/// Whether the name still is one of a command with commands, and the word after it means one of these.
bool means_a_command(Command const& app, std::string_view name, std::string_view word) {
    auto const commands = commands_of(app);
    auto const command = std::ranges::find(commands, name, &Command::get_name);
    if (command == commands.end()) return false;
    std::vector<std::string> known;
    for (Command const* sub : commands_of(**command)) known.push_back(sub->get_name());
    return word.empty() || nearest_name(word, known);
}

}  // namespace

std::optional<Diagnostic> renamed_command(Command const& app, std::span<std::string const> words) {
    std::string const line = arguments(app, words);
    for (OldName const& one : old_names) {
        std::string const begin = fmt::format("{} ", one.old);
        if (!line.starts_with(begin)) continue;
        std::string_view const rest = std::string_view(line).substr(begin.size());
        if (means_a_command(app, one.old, rest.substr(0, rest.find(' ')))) continue;
        return problem(Code::wrong_usage,
                       fmt::format("`clustersim {}` is now `clustersim {}`", one.old, one.now));
    }
    return std::nullopt;
}

std::string meant_command(std::string const& given, std::vector<std::string> const& known) {
    std::vector<std::string> all = known;
    for (OldName const& one : old_names) all.emplace_back(one.old);
    auto const near = nearest_name(given, all);
    bool const is_known = !near || std::ranges::find(known, *near) != known.end();
    if (is_known) return did_you_mean(given, known);
    return fmt::format("did you mean \"{}\"? It is now `clustersim {}`",
                       *near,
                       std::ranges::find(old_names, *near, &OldName::old)->now);
}

}  // namespace clustersim
