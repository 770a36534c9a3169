// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/reference_page.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/footer.hpp"
#include "sim/cli/help_formatter.hpp"
#include "sim/cli/question_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

constexpr std::string_view introduction =
    R"(# Commands and options

<!-- Written by tests/support/renew.py from the table of options; change its rows. -->

Every command with all its arguments and options; `clustersim help COMMAND` prints those that most users need. The same keys ask a command in
[JSON](../ask.md) and from [Python](../python.md). A list takes one or more values. [Commands](../commands.md) has an
example of each command that runs as it is.
)";

/// What a value is, as the other pages of the reference say it.
std::string_view type_word(ValueKind kind) {
    switch (kind) {
        case ValueKind::flag: return "flag";
        case ValueKind::integer: return "integer";
        case ValueKind::number: return "number";
        case ValueKind::choice: return "name";
        case ValueKind::duration: return "time";
        case ValueKind::system: return "machine";
        case ValueKind::application: return "application";
        case ValueKind::mix: return "job mix";
        case ValueKind::scenario: return "scenario";
        case ValueKind::project: return "project";
        case ValueKind::script: return "script";
        case ValueKind::archive: return "archive";
        case ValueKind::scenario_template: return "template";
        case ValueKind::topic: return "topic";
        case ValueKind::file: return "file";
        case ValueKind::folder: return "folder";
        case ValueKind::text: break;
    }
    return "text";
}

/// "1,000,000".
std::string number_text(double value) {
    if (value != std::floor(value) || std::fabs(value) >= 1e15) return fmt::format("{}", value);
    std::string text = fmt::format("{:.0f}", value);
    for (std::size_t at = text.size(); at > 3 && text[at - 4] != '-';) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string code(std::string_view text) {
    return fmt::format("`{}`", text);
}

std::string codes(std::vector<std::string> const& texts) {
    std::string out;
    for (std::string const& text : texts) out += (out.empty() ? "" : ", ") + code(text);
    return out;
}

std::string code_names(std::vector<OptionRow const*> const& rows) {
    std::vector<std::string> names;
    for (OptionRow const* row : rows) names.push_back(row->spec().name);
    std::ranges::sort(names);
    return codes(names);
}

/// A text in a cell of a table: what Markdown would take for a sign of its own is written as it is.
std::string cell(std::string_view text) {
    std::string out;
    bool in_code = false;
    for (char const c : text) {
        if (c == '`') in_code = !in_code;
        if (c == '|' || (!in_code && (c == '*' || c == '<'))) out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string name_of(OptionSpec const& one) {
    std::string name = one.names;
    if (auto const comma = name.find(','); comma != std::string::npos) name.insert(comma + 1, " ");
    // The choices have a column of their own.
    bool const alone = one.is_positional || one.kind == ValueKind::flag ||
                       (one.kind == ValueKind::choice && one.value_name.empty());
    return code(alone ? name : name + " " + shown_value(one));
}

std::string type_of(OptionSpec const& one) {
    std::string type(type_word(one.kind));
    if (!one.unit.empty()) type += ", " + one.unit;
    return one.is_list ? type + " (list)" : type;
}

std::string default_of(OptionSpec const& one) {
    if (one.required) return "**required**";
    std::string text = one.default_text.empty() ? "" : code(one.default_text);
    if (!one.variable.empty())
        text = code("$" + one.variable) + (text.empty() ? "" : ", else " + text);
    return text;
}

std::string allowed_of(OptionSpec const& one) {
    if (one.kind == ValueKind::choice) return codes(one.choices);
    if (one.least && one.most)
        return fmt::format("{} – {}", number_text(*one.least), number_text(*one.most));
    if (!one.least || *one.least == std::numeric_limits<std::int32_t>::min()) return {};
    return "at least " + number_text(*one.least);
}

std::string meaning_of(OptionSpec const& one) {
    std::string text = one.help;
    if (!one.needs.empty()) text += "; only with " + code_names(one.needs);
    if (!one.excludes.empty()) text += "; not with " + code_names(one.excludes);
    return text;
}

std::string row_of(OptionSpec const& one) {
    std::string const example = one.example.empty() ? "" : code(one.example);
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n",
                       name_of(one),
                       type_of(one),
                       default_of(one),
                       cell(allowed_of(one)),
                       cell(meaning_of(one)),
                       cell(example));
}

std::string usage(Command const& command) {
    std::string options;
    std::string arguments;
    for (OptionRow const* row : question_keys(command)) {
        OptionSpec const& one = row->spec();
        std::string const more = one.is_list ? " ..." : "";
        if (one.is_positional)
            arguments += one.required ? fmt::format(" {}{}", one.names, more)
                                      : fmt::format(" [{}{}]", one.names, more);
        else if (one.required)
            options += fmt::format(" {} {}", one.name, shown_value(one));
    }
    return full_name(command) + arguments + options + " [OPTIONS]" +
           (commands_of(command).empty() ? "" : " COMMAND");
}

/// Lines that are printed as they are.
std::string block(std::string_view lines) {
    return fmt::format("\n```text\n{}\n```\n", lines.substr(0, lines.find_last_not_of('\n') + 1));
}

/// "clustersim run, docs/report.md" with links to the pages, from docs/reference/.
std::string links(std::string_view list) {
    std::string out;
    while (!list.empty()) {
        std::string_view const one = list.substr(0, list.find(", "));
        list.remove_prefix(std::min(list.size(), one.size() + 2));
        if (!out.empty()) out += ", ";
        if (!one.ends_with(".md"))
            out += code(one);
        else if (one.starts_with("docs/"))
            out += fmt::format("[{}](../{})", one, one.substr(5));
        else
            out += fmt::format("[{}](../../{})", one, one);
    }
    return out;
}

std::string section(Command const& command) {
    std::string sentence = command.get_description();
    if (!sentence.ends_with('.')) sentence += '.';
    std::string out = fmt::format("\n## {}\n\n{}\n", full_name(command), sentence);
    out += block(usage(command));
    auto const keys = question_keys(command);
    if (!keys.empty())
        out += "\n| option | type | default | allowed | meaning | example |\n"
               "|---|---|---|---|---|---|\n";
    for (OptionRow const* row : keys) out += row_of(row->spec());
    for (KeyGroup const& group : key_groups(command))
        if (group.least == 1 && group.most == 1)
            out += fmt::format("\nExactly one of these is given: {}.\n", codes(group.keys));
    Footer const footer(command.get_footer());
    if (footer.notes.find_first_not_of('\n') != std::string::npos) out += block(footer.notes);
    if (!footer.examples.empty()) out += "\nExamples:\n" + block(footer.examples);
    if (!footer.see_also.empty()) out += fmt::format("\nSee also: {}\n", links(footer.see_also));
    for (Command const* sub : commands_of(command)) out += section(*sub);
    return out;
}

}  // namespace

std::string reference_page(Command const& app) {
    return std::string(introduction) + section(app);
}

}  // namespace clustersim
