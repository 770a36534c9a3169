// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help_formatter.hpp"

#include "sim/core/text_width.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace clustersim {
namespace {

/// Descriptions begin in this column.
constexpr std::size_t indent = 30;

/// Makes one protected function of the library's formatter public.
class OptionWords : public CLI::Formatter {
  public:
    using CLI::Formatter::make_option_opts;
};

}  // namespace

std::string option_words(CLI::Option const& option) {
    return OptionWords().make_option_opts(&option);
}

std::string HelpFormatter::entry(std::string const& name, std::string const& description) const {
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

std::string HelpFormatter::make_option(CLI::Option const* option, bool is_positional) const {
    return entry(make_option_name(option, is_positional) + make_option_opts(option),
                 make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(CLI::App const* command) const {
    return entry(command->get_display_name(true), command->get_description());
}

}  // namespace clustersim
