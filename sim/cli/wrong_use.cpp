// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/wrong_use.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// Follows the words of a command line and keeps the command that they have reached.
class WrongWord {
  public:
    explicit WrongWord(Command const& app) : command_(&app), path_(app.get_name()) {
        add_options(app);
    }

    /// The problem with the first word that is not a known command or option; nothing if all are known.
    std::optional<Diagnostic> find(std::span<std::string const> words) {
        bool is_value = false;
        for (std::string const& word : words) {
            if (std::exchange(is_value, false)) continue;
            if (word == "--") break;
            if (word.starts_with("--")) {
                std::string const name = word.substr(0, word.find('='));
                auto const option = std::ranges::find(options_, name, &Known::name);
                if (option == options_.end()) return unknown_option(name);
                is_value = option->takes_value && name == word;
            } else if (!word.starts_with('-')) {
                if (auto wrong = enter(word)) return wrong;
            }
        }
        return std::nullopt;
    }

  private:
    struct Known {
        std::string name;
        bool takes_value = false;
    };

    void add_options(Command const& app) {
        for (OptionRow const* option : options_of(app))
            if (!option->spec().is_positional)
                options_.push_back(
                    {"--" + option->spec().key, option->spec().kind != ValueKind::flag});
    }

    /// Enters the subcommand of that name. In a command without subcommands, the word is an argument.
    std::optional<Diagnostic> enter(std::string const& word) {
        std::vector<std::string> known;
        for (Command const* sub : commands_of(*command_)) known.push_back(sub->get_name());
        if (known.empty()) return std::nullopt;
        if (std::ranges::find(known, word) == known.end()) {
            return problem(Code::wrong_usage,
                           fmt::format("{} has no command \"{}\"", path_, word),
                           command_->parent() == nullptr ? meant_command(word, known)
                                                         : did_you_mean(word, known));
        }
        auto const commands = commands_of(*command_);
        command_ = *std::ranges::find(commands, word, &Command::get_name);
        path_ += " " + word;
        add_options(*command_);
        return std::nullopt;
    }

    [[nodiscard]] Diagnostic unknown_option(std::string const& name) const {
        std::vector<std::string> known;
        for (Known const& one : options_) known.push_back(one.name);
        auto const near = nearest_name(name, known);
        return problem(Code::wrong_usage,
                       fmt::format("{} has no option {}", path_, name),
                       near ? fmt::format("did you mean {}?", *near) : std::string());
    }

    Command const* command_;
    std::string path_;
    std::vector<Known> options_;
};

}  // namespace

std::optional<Diagnostic> wrong_variable(Command const& asked) {
    for (Command const* command : path_to(asked)) {
        for (OptionRow const* row : options_of(*command)) {
            OptionSpec const& spec = row->spec();
            char const* const value =
                spec.variable.empty() ? nullptr : std::getenv(spec.variable.c_str());
            // What the question gives comes before the variable.
            if (value == nullptr || row->values() != std::vector<std::string>{value}) continue;
            if (std::string const why = row->refusal(value); !why.empty())
                return problem(
                    Code::wrong_usage,
                    fmt::format("{}: {}", spec.variable, why),
                    fmt::format("this variable of the environment gives {} its value", spec.name));
        }
    }
    return std::nullopt;
}

Diagnostic
wrong_use(Command const& app, CLI::ParseError const& error, std::span<std::string const> words) {
    // An invalid value has its own message. Only a missing or a superfluous word may be a misspelt one.
    bool const wrong_word = dynamic_cast<CLI::RequiredError const*>(&error) != nullptr ||
                            dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr;
    if (wrong_word) {
        if (auto found = WrongWord(app).find(words)) return std::move(*found);
    }
    bool const wrong_value = dynamic_cast<CLI::ValidationError const*>(&error) != nullptr ||
                             dynamic_cast<CLI::ConversionError const*>(&error) != nullptr;
    if (wrong_value) {
        if (auto found = wrong_variable(asked_command(app))) return std::move(*found);
    }
    return problem(Code::wrong_usage, error.what());
}

}  // namespace clustersim
