// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"

#include <CLI/Config.hpp>

#include <algorithm>

namespace clustersim {
namespace {

std::vector<CLI::App const*> parts_of(Command const& app) {
    return app.get_subcommands([](CLI::App const*) { return true; });
}

/// Commands have no other parts than commands.
Command const* as_command(CLI::App const* app) {
    return static_cast<Command const*>(app);
}

}  // namespace

Command::Command(std::string description) : CLI::App(std::move(description)) {
    for (CLI::Option* option : get_options([](CLI::Option*) { return true; })) add_row(option);
    preparse_callback([this](std::size_t /*words*/) { use_variables(); });
}

Command::Command(std::string description, std::string const& name, CLI::App* parent)
    : CLI::App(std::move(description), name, parent) {
    // `--help`, which the library adds itself.
    for (CLI::Option* option : get_options([](CLI::Option*) { return true; })) add_row(option);
    preparse_callback([this](std::size_t /*words*/) { use_variables(); });
}

/// Once it is asked: CLI11 would read the variables of all commands, and refuse a value that no option in use takes.
void Command::use_variables() {
    for (OptionRow const* row : options_of(*this))
        if (!row->spec().variable.empty()) row->option_->envname(row->spec().variable);
}

Command* Command::add_subcommand(std::string const& name, std::string description) {
    auto made = std::make_shared<Command>(std::move(description), name, this);
    CLI::App::add_subcommand(made);
    return made.get();
}

Command* Command::add_option_group(std::string heading, std::string description) {
    Command* const made = add_subcommand("", std::move(description));
    made->group(std::move(heading));
    return made;
}

OptionRow* Command::add_option_function(std::string names,
                                        std::function<void(std::string const&)> const& take,
                                        std::string help) {
    return add_row(
        CLI::App::add_option_function<std::string>(std::move(names), take, std::move(help)));
}

OptionRow* Command::add_flag(std::string names, bool& value, std::string help) {
    return add_row(CLI::App::add_flag(std::move(names), value, std::move(help)));
}

OptionRow*
Command::add_flag_callback(std::string names, std::function<void()> const& set, std::string help) {
    return add_row(CLI::App::add_flag_callback(std::move(names), set, std::move(help)));
}

void Command::set_help_all_flag(std::string names, std::string const& help) {
    CLI::Option const* const before = get_help_all_ptr();
    std::erase_if(rows_, [&](auto const& row) { return row->option_ == before; });
    add_row(CLI::App::set_help_all_flag(std::move(names), help));
}

void Command::set_version_flag(std::string names, std::string const& version) {
    add_row(CLI::App::set_version_flag(std::move(names), version));
}

OptionRow* Command::get_option(std::string const& name) const {
    CLI::Option const* const option = CLI::App::get_option(name);
    for (auto const& row : rows_)
        if (row->option_ == option) return row.get();
    for (Command const* group : option_groups_of(*this))
        for (auto const& row : group->rows_)
            if (row->option_ == option) return row.get();
    throw CLI::OptionNotFound(name);
}

Command const* Command::parent() const {
    return as_command(get_parent());
}

Command* Command::get_command(std::string const& name) const {
    return static_cast<Command*>(get_subcommand(name));
}

void Command::answer(bool with_environment) {
    // What the library does with a command once all words are read.
    increment_parsed();
    if (with_environment) {
        use_variables();
        _process_env();
    }
    _process_callbacks();
    run_callback(true);
}

OptionRow* Command::add_option(std::string names, GivenDocument& value, std::string help) {
    auto const take = [&value](std::vector<GivenDocument> given) {
        value = std::move(given.back());
    };
    return add_documents(std::move(names), take, std::move(help));
}

OptionRow*
Command::add_option(std::string names, std::vector<GivenDocument>& values, std::string help) {
    auto const take = [&values](std::vector<GivenDocument> given) { values = std::move(given); };
    OptionRow* const row = add_documents(std::move(names), take, std::move(help));
    row->option_->expected(CLI::detail::expected_max_vector_size);
    row->spec_.is_list = true;
    row->spec_.takes_more_words = true;
    return row;
}

OptionRow* Command::add_documents(std::string names,
                                  std::function<void(std::vector<GivenDocument>)> take,
                                  std::string help) {
    // The row, which knows the documents that are held, is made after the option.
    auto const row = std::make_shared<OptionRow const*>(nullptr);
    auto const store = [row, take = std::move(take)](std::vector<std::string> const& words) {
        take((*row)->documents(words));
        return true;
    };
    OptionRow* const made = add_row(CLI::App::add_option(std::move(names), store, std::move(help)));
    *row = made;
    made->option_->type_size(1);
    made->spec_.kind = ValueKind::file;
    return made;
}

OptionRow* Command::add_row(CLI::Option* option) {
    return rows_.emplace_back(std::make_unique<OptionRow>(*this, *option)).get();
}

OptionRow* OptionRow::needs(std::string const& other) {
    return needs(command_->get_option(other));
}

OptionRow* OptionRow::excludes(std::string const& other) {
    return excludes(command_->get_option(other));
}

std::vector<Command const*> commands_of(Command const& app) {
    std::vector<Command const*> commands;
    for (CLI::App const* sub : parts_of(app))
        if (!sub->get_name().empty() && !sub->get_group().empty())
            commands.push_back(as_command(sub));
    return commands;
}

Command const& asked_command(Command const& app) {
    Command const* command = &app;
    for (auto used = app.get_subcommands(); !used.empty(); used = command->get_subcommands())
        command = as_command(used.front());
    return *command;
}

std::vector<Command const*> path_to(Command const& command) {
    std::vector<Command const*> path;
    for (Command const* at = &command; at != nullptr; at = at->parent())
        path.insert(path.begin(), at);
    return path;
}

std::vector<Command const*> option_groups_of(Command const& app) {
    std::vector<Command const*> groups;
    for (CLI::App const* part : parts_of(app))
        if (part->get_name().empty()) groups.push_back(as_command(part));
    return groups;
}

std::vector<OptionRow const*> options_of(Command const& app) {
    std::vector<OptionRow const*> options;
    for (auto const& row : app.rows()) options.push_back(row.get());
    for (Command const* group : option_groups_of(app))
        for (auto const& row : group->rows()) options.push_back(row.get());
    return options;
}

std::string full_name(Command const& app) {
    Command const* const parent = app.parent();
    return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

}  // namespace clustersim
