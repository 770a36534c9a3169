// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help_formatter.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/core/text_width.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Descriptions of options begin in this column.
constexpr std::size_t option_indent = 30;

/// "1 to 64" for the library's words of a condition on a value.
std::string condition_words(std::string_view condition) {
    if (condition == "NONNEGATIVE") return "0 or more";
    if (condition == "POSITIVE") return "above 0";
    std::size_t const open = condition.find(" in [");
    std::size_t const dash = condition.find(" - ", open);
    if (open == std::string_view::npos || dash == std::string_view::npos)
        return std::string(condition);
    std::size_t const first = open + 5;
    return fmt::format("{} to {}",
                       condition.substr(first, dash - first),
                       condition.substr(dash + 3, condition.size() - dash - 4));
}

/// "N" for the library's word for a whole number; nothing for a positional text, whose name is printed.
std::string type_words(std::string_view type, bool positional) {
    if (type == "INT" || type == "UINT") return "N";
    if (type == "FLOAT") return "NUMBER";
    return positional && type == "TEXT" ? std::string() : std::string(type);
}

std::string names_of(std::set<CLI::Option*> const& options) {
    std::vector<std::string> names;
    for (CLI::Option const* option : options) names.push_back(option->get_name());
    std::ranges::sort(names);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string option_words(CLI::Option const& option) {
    std::string out;
    auto const add = [&](std::string const& word) {
        if (!word.empty()) out += " " + word;
    };
    std::string const whole = option.get_type_name();
    std::string_view const type = std::string_view(whole).substr(0, whole.find(':'));
    bool const positional = option.get_positional() && !option.nonpositional();
    if (option.get_type_size() != 0) {
        add(type_words(type, positional));
        if (option.get_expected_max() == CLI::detail::expected_max_vector_size) out += " ...";
        if (type.size() < whole.size())
            add(fmt::format("({})",
                            condition_words(std::string_view(whole).substr(type.size() + 1))));
        if (!option.get_default_str().empty())
            add(fmt::format("(default: {})", option.get_default_str()));
        if (option.get_required()) add("(required)");
    }
    if (!option.get_envname().empty()) add(fmt::format("(or ${})", option.get_envname()));
    if (!option.get_needs().empty()) add(fmt::format("(with {})", names_of(option.get_needs())));
    if (!option.get_excludes().empty())
        add(fmt::format("(not with {})", names_of(option.get_excludes())));
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

std::string HelpFormatter::groups(CLI::App const& app, bool all) const {
    std::string out;
    auto const names = app.get_groups();
    // Commands of a command inherit its --help-all, whether or not they have rare options.
    bool const more = std::ranges::find(names, rare_options) != names.end();
    for (std::string const& group : names) {
        if (group.empty() || (group == rare_options && !all)) continue;
        auto const options = app.get_options([&](CLI::Option const* option) {
            return option->get_group() == group && option->nonpositional() &&
                   (more || option != app.get_help_all_ptr());
        });
        if (!options.empty()) out += make_group(group, false, options);
    }
    return out;
}

std::string
HelpFormatter::make_help(CLI::App const* app, std::string name, CLI::AppFormatMode mode) const {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    bool const all = mode == CLI::AppFormatMode::All;
    // Commands of a command have their own help, whatever is asked for.
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           groups(*app, all) + make_subcommands(app, CLI::AppFormatMode::Normal) + "\n" +
           make_footer(app);
}

std::string HelpFormatter::make_option(CLI::Option const* option, bool is_positional) const {
    return entry(make_option_name(option, is_positional) + option_words(*option),
                 make_option_desc(option),
                 option_indent);
}

std::string HelpFormatter::make_subcommand(CLI::App const* command) const {
    std::size_t longest = 0;
    for (CLI::App const* other : commands_of(*command->get_parent()))
        longest = std::max(longest, text_width(other->get_display_name(true)));
    return entry(command->get_display_name(true), command->get_description(), longest + 4);
}

std::string HelpFormatter::make_subcommands(CLI::App const* app,
                                            CLI::AppFormatMode /*mode*/) const {
    std::string out, group;
    for (CLI::App const* options : app->get_subcommands({}))
        if (options->get_name().empty() && !options->get_group().empty())
            out +=
                make_group(fmt::format("{} ({})", options->get_group(), options->get_description()),
                           false,
                           options->get_options([&](CLI::Option const* option) {
                               return option != options->get_help_ptr();
                           }));
    std::vector<std::string> of_slurm;
    for (CLI::App const* command : commands_of(*app)) {
        if (command->get_group() == slurm_group) {
            of_slurm.push_back(command->get_name());
            continue;
        }
        if (command->get_group() != group)
            out += fmt::format("{}{}:\n", group.empty() ? "\n" : "", command->get_group());
        group = command->get_group();
        out += make_subcommand(command);
    }
    if (of_slurm.empty()) return out;
    return out + fmt::format("{}:\n  {}\n", slurm_group, fmt::join(of_slurm, ", "));
}

}  // namespace clustersim
