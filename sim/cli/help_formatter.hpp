// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/Formatter.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace clustersim {

class Command;
struct OptionSpec;

/// The group of the commands that are known from Slurm: `--help` has their names only, in one line.
inline constexpr char const* slurm_group = "Look at a simulated queue as Slurm's commands do";

/// Lays out `--help` in lines of at most `width` characters, without the rare options (rare_options.hpp), and `--help-all`
/// with them.
class HelpFormatter : public CLI::Formatter {
  public:
    explicit HelpFormatter(std::size_t width) : width_(width) {}

    std::string
    make_help(CLI::App const* app, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_description(CLI::App const* app) const override;
    std::string make_positionals(CLI::App const* app) const override;
    std::string make_subcommand(CLI::App const* command) const override;
    std::string make_subcommands(CLI::App const* app, CLI::AppFormatMode mode) const override;

  private:
    [[nodiscard]] std::string groups(Command const& app, bool all) const;
    [[nodiscard]] std::string section(std::string const& heading,
                                      std::vector<OptionSpec const*> const& options) const;
    [[nodiscard]] std::string
    entry(std::string const& name, std::string const& description, std::size_t indent) const;

    std::size_t width_;
};

/// What the value of an option is called: "FILE.csv", "a|b"; nothing for an argument, whose name is printed.
std::string shown_value(OptionSpec const& spec);

/// "1 to 64" of the limits of a number; nothing without any.
std::string range_words(OptionSpec const& spec);

/// The words after an option's name in its help: " FILE.html (default: a.html) (required)".
std::string option_words(OptionSpec const& spec);

}  // namespace clustersim
