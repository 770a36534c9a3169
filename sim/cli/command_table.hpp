// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/option_row.hpp"

#include <CLI/App.hpp>

#include <concepts>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clustersim {

/// A command of the program, or the program itself, with the table of its options. CLI11 is filled from the table and reads
/// the words; whatever else tells of options reads the table.
class Command : public CLI::App {
  public:
    explicit Command(std::string description);
    Command(std::string description, std::string const& name, CLI::App* parent);

    Command* add_subcommand(std::string const& name, std::string description);
    /// Options under a heading of their own.
    Command* add_option_group(std::string heading, std::string description);

    /// The kind of the value is that of the variable: of a path, a file.
    template <class T>
    OptionRow* add_option(std::string names, T& value, std::string help) {
        OptionRow* const row =
            add_row(CLI::App::add_option(std::move(names), value, std::move(help)));
        row->describe<T>();
        return row;
    }
    /// Files that a question in JSON may hold as documents instead.
    OptionRow* add_option(std::string names, GivenDocument& value, std::string help);
    OptionRow* add_option(std::string names, std::vector<GivenDocument>& values, std::string help);
    /// An option whose text is taken by a function.
    OptionRow* add_option_function(std::string names,
                                   std::function<void(std::string const&)> const& take,
                                   std::string help);
    OptionRow* add_flag(std::string names, bool& value, std::string help);
    OptionRow*
    add_flag_callback(std::string names, std::function<void()> const& set, std::string help);
    void set_help_all_flag(std::string names, std::string const& help);
    void set_version_flag(std::string names, std::string const& version);

    /// The option of that name, of the command or a group of it. Throws CLI::OptionNotFound.
    [[nodiscard]] OptionRow* get_option(std::string const& name) const;
    /// The options of the command without those of groups, in the order of their declaration.
    [[nodiscard]] std::vector<std::unique_ptr<OptionRow>> const& rows() const { return rows_; }
    /// Null for the program.
    [[nodiscard]] Command const* parent() const;
    /// The command of that name. Throws CLI::OptionNotFound.
    [[nodiscard]] Command* get_command(std::string const& name) const;
    /// Answers with the values that its rows were given, and those of the environment, if it counts, for rows that were not.
    void answer(bool with_environment);

  private:
    OptionRow* add_row(CLI::Option* option);
    void use_variables();
    OptionRow* add_documents(std::string names,
                             std::function<void(std::vector<GivenDocument>)> take,
                             std::string help);

    std::vector<std::unique_ptr<OptionRow>> rows_;
};

/// The subcommands of a program or command, in their order. CLI11 keeps groups of options among them, which have no
/// name and are left out, as are commands without a group, which `--help` hides.
std::vector<Command const*> commands_of(Command const& app);

/// The command that a parsed command line asks: "systems show" of `app`.
Command const& asked_command(Command const& app);

/// A command and those that it belongs to, from the program on.
std::vector<Command const*> path_to(Command const& command);

/// The groups of a command's options that have headings of their own.
std::vector<Command const*> option_groups_of(Command const& app);

/// The options and positional arguments of a command, including those in groups.
std::vector<OptionRow const*> options_of(Command const& app);

/// "clustersim systems show" of a command that need not be in use.
std::string full_name(Command const& app);

template <class T>
void OptionRow::describe() {
    if constexpr (requires { typename T::allocator_type; } && !std::same_as<T, std::string>) {
        spec_.is_list = true;
        spec_.takes_more_words = true;
        describe<typename T::value_type>();
    } else if constexpr (requires(T value) { value.has_value(); }) {
        describe<typename T::value_type>();
    } else if constexpr (std::integral<T>) {
        constexpr auto word = std::numeric_limits<std::int64_t>::max();
        take_integers(std::in_range<std::int64_t>(std::numeric_limits<T>::min())
                          ? static_cast<std::int64_t>(std::numeric_limits<T>::min())
                          : -word,
                      std::in_range<std::int64_t>(std::numeric_limits<T>::max())
                          ? static_cast<std::int64_t>(std::numeric_limits<T>::max())
                          : word);
    } else if constexpr (std::floating_point<T>) {
        spec_.kind = ValueKind::number;
    } else if constexpr (std::same_as<T, std::filesystem::path>) {
        spec_.kind = ValueKind::file;
    }
    if constexpr (std::integral<T> || std::floating_point<T>)
        option_->transform(
            CLI::Validator([this](std::string& text) { return read_number(text); }, ""));
}

}  // namespace clustersim
