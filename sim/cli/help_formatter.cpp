// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help_formatter.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/core/text_width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Descriptions of options begin in this column.
constexpr std::size_t option_indent = 30;

std::string names_of(std::vector<OptionRow const*> const& options) {
    std::vector<std::string> names;
    for (OptionRow const* option : options) names.push_back(option->spec().name);
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string range_words(OptionSpec const& spec) {
    if (spec.least && spec.most) return fmt::format("{} to {}", *spec.least, *spec.most);
    if (!spec.least || spec.least == std::numeric_limits<std::int32_t>::min()) return {};
    return fmt::format("{} or more", *spec.least);
}

std::string shown_value(OptionSpec const& spec) {
    if (!spec.value_name.empty()) return spec.value_name;
    if (spec.kind == ValueKind::choice) return fmt::format("{}", fmt::join(spec.choices, "|"));
    if (spec.is_positional) return {};
    if (spec.kind == ValueKind::integer) return "N";
    if (spec.kind == ValueKind::number) return "NUMBER";
    return "TEXT";
}

std::string option_words(OptionSpec const& spec) {
    std::string out;
    auto const add = [&](std::string const& word) {
        if (!word.empty()) out += " " + word;
    };
    if (spec.kind != ValueKind::flag) {
        add(shown_value(spec));
        if (spec.is_list) add("...");
        if (std::string const range = range_words(spec); !range.empty())
            add(fmt::format("({})", range));
        if (!spec.default_text.empty()) add(fmt::format("(default: {})", spec.default_text));
        if (spec.required) add("(required)");
    }
    if (!spec.variable.empty()) add(fmt::format("(or ${})", spec.variable));
    if (!spec.needs.empty()) add(fmt::format("(with {})", names_of(spec.needs)));
    if (!spec.excludes.empty()) add(fmt::format("(not with {})", names_of(spec.excludes)));
    return out;
}

std::string HelpFormatter::entry(std::string const& name,
                                 std::string const& description,
                                 std::size_t indent) const {
    std::string out = "  " + name;
    bool const beside = text_width(out) < indent;
    if (!beside) out += "\n";
    std::size_t const room = std::max(width_, indent + 20) - indent;
    auto const lines = wrapped_text(description, room);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (description.empty()) break;
        std::size_t const used = i == 0 && beside ? text_width(out) : 0;
        out += std::string(indent - used, ' ') + lines[i] + "\n";
    }
    if (!out.ends_with('\n')) out += "\n";
    return out;
}

std::string HelpFormatter::make_description(CLI::App const* app) const {
    std::string out;
    for (std::string const& line : wrapped_text(app->get_description(), width_)) out += line + "\n";
    return out;
}

std::string HelpFormatter::section(std::string const& heading,
                                   std::vector<OptionSpec const*> const& options) const {
    if (options.empty()) return {};
    std::string out = "\n" + heading + ":\n";
    for (OptionSpec const* one : options)
        out += entry(one->names + option_words(*one), one->help, option_indent);
    return out;
}

std::string HelpFormatter::make_positionals(CLI::App const* app) const {
    std::vector<OptionSpec const*> arguments;
    for (auto const& row : static_cast<Command const&>(*app).rows())
        if (row->spec().is_positional) arguments.push_back(&row->spec());
    return section("Positionals", arguments);
}

std::string HelpFormatter::groups(Command const& app, bool all) const {
    auto const& rows = app.rows();
    std::vector<std::string> headings;
    for (auto const& row : rows)
        if (std::ranges::find(headings, row->spec().group) == headings.end())
            headings.push_back(row->spec().group);
    // Commands of a command inherit its --help-all, whether or not they have rare options.
    bool const more = std::ranges::find(headings, rare_options) != headings.end();
    std::string out;
    for (std::string const& heading : headings) {
        if (heading == rare_options && !all) continue;
        std::vector<OptionSpec const*> options;
        for (auto const& row : rows) {
            OptionSpec const& one = row->spec();
            bool const shown = one.key != "help-all" || more;
            if (one.group == heading && !one.is_positional && shown) options.push_back(&one);
        }
        out += section(heading, options);
    }
    return out;
}

std::string
HelpFormatter::make_help(CLI::App const* app, std::string name, CLI::AppFormatMode mode) const {
    // Not by make_footer, whose empty lines differ between releases of CLI11.
    std::string footer = app->get_footer();
    if (!footer.empty()) footer += '\n';
    // Commands of a command have their own help, whatever is asked for.
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           groups(static_cast<Command const&>(*app), mode == CLI::AppFormatMode::All) +
           make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" + footer;
}

std::string HelpFormatter::make_subcommand(CLI::App const* command) const {
    std::size_t longest = 0;
    for (Command const* other : commands_of(*static_cast<Command const&>(*command).parent()))
        longest = std::max(longest, text_width(other->get_display_name(true)));
    return entry(command->get_display_name(true), command->get_description(), longest + 4);
}

std::string HelpFormatter::make_subcommands(CLI::App const* app,
                                            CLI::AppFormatMode /*mode*/) const {
    auto const& command = static_cast<Command const&>(*app);
    std::string out;
    for (Command const* group : option_groups_of(command)) {
        std::vector<OptionSpec const*> options;
        for (auto const& row : group->rows())
            if (row->spec().key != "help") options.push_back(&row->spec());
        out +=
            section(fmt::format("{} ({})", group->get_group(), group->get_description()), options);
    }
    std::string heading;
    std::vector<std::string> of_slurm;
    for (Command const* sub : commands_of(command)) {
        if (sub->get_group() == slurm_group) {
            of_slurm.push_back(sub->get_name());
            continue;
        }
        if (sub->get_group() != heading)
            out += fmt::format("{}{}:\n", heading.empty() ? "\n" : "", sub->get_group());
        heading = sub->get_group();
        out += make_subcommand(sub);
    }
    if (of_slurm.empty()) return out;
    return out + fmt::format("{}:\n  {}\n", slurm_group, fmt::join(of_slurm, ", "));
}

}  // namespace clustersim
