// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/man_page.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/footer.hpp"
#include "sim/cli/help_formatter.hpp"
#include "sim/core/utf8.hpp"
#include "sim/core/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

/// A text that roff prints as it is, in ASCII.
std::string roff(std::string_view text) {
    std::string out;
    bool line_begins = true;
    while (!text.empty()) {
        Utf8Character const one = first_utf8_character(text);
        char const c = text.front();
        if (line_begins && (c == '.' || c == '\'')) out += "\\&";
        line_begins = c == '\n';
        if (one.bytes > 1)
            out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(one.code));
        else if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if (c == '\'')
            out += "\\(aq";
        else if (c == '`')
            out += "\\(ga";
        else if (c == '~')
            out += "\\(ti";
        else if (c == '^')
            out += "\\(ha";
        else
            out += c;
        text.remove_prefix(one.bytes);
    }
    return out;
}

std::string bold(std::string_view text) {
    return "\\fB" + roff(text) + "\\fR";
}

std::string upper(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c; });
    return text;
}

/// "clustersim-systems" of the command `clustersim systems`.
std::string page_name(Command const& command) {
    std::string name = full_name(command);
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string header(std::string const& name, char section, std::string_view title) {
    return fmt::format(".TH \"{}\" \"{}\" \"\" \"clustersim {}\" \"clustersim manual\"\n"
                       ".ad l\n.SH NAME\n{} \\- {}\n",
                       roff(upper(name)),
                       section,
                       roff(program_version()),
                       roff(name),
                       roff(title));
}

std::string lines_as_they_are(std::string_view lines) {
    return fmt::format(".nf\n{}.fi\n", roff(lines));
}

std::string synopsis(Command const& command) {
    std::string out = bold(full_name(command)) + " [\\fIOPTIONS\\fR]";
    for (OptionRow const* option : options_of(command)) {
        OptionSpec const& one = option->spec();
        if (!one.is_positional) continue;
        std::string const name = "\\fI" + roff(one.names) + "\\fR" + (one.is_list ? " ..." : "");
        out += one.required ? " " + name : " [" + name + "]";
    }
    if (!commands_of(command).empty()) out += " \\fICOMMAND\\fR";
    return out + "\n";
}

std::string entry(std::string const& name, std::string const& more, std::string const& text) {
    return fmt::format(".TP\n{}{}\n{}\n", bold(name), roff(more), roff(text.empty() ? " " : text));
}

std::string entries(Command const& command) {
    std::string out;
    for (OptionRow const* option : options_of(command)) {
        OptionSpec const& one = option->spec();
        out += entry(one.names, option_words(one), one.help);
    }
    return out;
}

std::string commands(Command const& app) {
    std::string out;
    for (Command const* sub : commands_of(app))
        out += entry(sub->get_name(), "", sub->get_description());
    return out;
}

std::string subcommand_sections(Command const& command) {
    std::string out;
    for (Command const* sub : commands_of(command)) {
        out += fmt::format(".SS \"{}\"\n{}.PP\n{}\n{}",
                           roff(full_name(*sub)),
                           synopsis(*sub),
                           roff(sub->get_description()),
                           entries(*sub));
        Footer const footer(sub->get_footer());
        if (!footer.examples.empty()) out += ".PP\n" + lines_as_they_are(footer.examples);
        out += subcommand_sections(*sub);
    }
    return out;
}

std::string exit_status() {
    auto const topics = help_topics();
    auto const found = std::ranges::find(topics, "exit-codes", &HelpTopic::name);
    std::string const text = found->text();
    return ".SH EXIT STATUS\n" + lines_as_they_are(text.substr(0, text.find("\n\n") + 1));
}

}  // namespace

std::string man_page(Command const& command) {
    bool const whole_program = command.get_parent() == nullptr;
    std::string out = header(page_name(command), '1', command.get_description());
    out += ".SH SYNOPSIS\n" + synopsis(command) + ".SH OPTIONS\n" + entries(command);
    if (auto const subs = commands(command); !subs.empty()) out += ".SH COMMANDS\n" + subs;
    if (!whole_program) out += subcommand_sections(command);
    Footer const footer(command.get_footer());
    if (footer.notes.find_first_not_of('\n') != std::string::npos)
        out += ".SH NOTES\n" + lines_as_they_are(footer.notes);
    if (!footer.examples.empty()) out += ".SH EXAMPLES\n" + lines_as_they_are(footer.examples);
    out += exit_status();
    std::string see = footer.see_also;
    if (!whole_program) see = "clustersim(1)" + (see.empty() ? "" : ", " + see);
    return out + fmt::format(".SH SEE ALSO\n{}\n", roff(see));
}

std::string man_page(HelpTopic const& topic) {
    return header("clustersim-" + std::string(topic.name), '7', topic.title) + ".SH DESCRIPTION\n" +
           lines_as_they_are(topic.text()) + ".SH SEE ALSO\nclustersim(1)\n";
}

std::string man_file(Command const& command) {
    return page_name(command) + ".1";
}

std::string man_file(HelpTopic const& topic) {
    return fmt::format("clustersim-{}.7", topic.name);
}

}  // namespace clustersim
