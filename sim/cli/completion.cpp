// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/completion.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/value_words.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

/// The command line up to the cursor, read with the command table.
class Place {
  public:
    explicit Place(Command const& app) : command_(&app) { add_options(app); }

    void read(std::string const& word) {
        if (word == "=" && waiting_ != nullptr) return;
        if (waiting_ != nullptr) {
            waiting_ = nullptr;
            return;
        }
        if (word.starts_with('-') && word != "-") {
            std::size_t const equals = word.find('=');
            OptionRow const* const option = option_named(word.substr(0, equals));
            if (option == nullptr) return;
            used_.push_back(option);
            if (option->spec().kind != ValueKind::flag && equals == std::string::npos)
                waiting_ = option;
            return;
        }
        for (Command const* sub : commands_of(*command_)) {
            if (sub->get_name() != word) continue;
            command_ = sub;
            arguments_ = 0;
            add_options(*sub);
            return;
        }
        ++arguments_;
    }

    /// The option of which the next word is the value.
    [[nodiscard]] OptionRow const* waiting() const { return waiting_; }
    [[nodiscard]] Command const& command() const { return *command_; }
    [[nodiscard]] std::vector<OptionRow const*> const& options() const { return options_; }

    [[nodiscard]] OptionRow const* option_named(std::string const& name) const {
        auto const found = std::ranges::find_if(
            options_, [&](OptionRow const* option) { return option->is_named(name); });
        return found == options_.end() ? nullptr : *found;
    }

    /// Whether the option is there already and takes no list.
    [[nodiscard]] bool is_used(OptionRow const* option) const {
        return std::ranges::find(used_, option) != used_.end() && !option->spec().is_list;
    }

    /// The positional argument that the next word is.
    [[nodiscard]] OptionRow const* argument() const {
        std::vector<OptionRow const*> positionals;
        for (OptionRow const* option : options_of(*command_))
            if (option->spec().is_positional) positionals.push_back(option);
        if (positionals.empty()) return nullptr;
        if (arguments_ < positionals.size()) return positionals[arguments_];
        return positionals.back()->spec().is_list ? positionals.back() : nullptr;
    }

  private:
    void add_options(Command const& app) {
        for (OptionRow const* option : options_of(app))
            if (!option->spec().is_positional) options_.push_back(option);
    }

    Command const* command_;
    OptionRow const* waiting_ = nullptr;
    std::vector<OptionRow const*> options_;
    std::vector<OptionRow const*> used_;
    std::size_t arguments_ = 0;
};

std::string line_of(std::string_view word, std::string_view description) {
    std::string out(word);
    // A list of choices has a line for each.
    if (!description.empty())
        out.append("\t").append(description.substr(0, description.find('\n')));
    return out + "\n";
}

/// The words for a value, after what `typed` already holds of a list, and before that the text `before`.
std::string value_lines(OptionRow const& option,
                        std::string_view before,
                        std::string_view typed,
                        DataFolders const& data) {
    ValueWords const values = value_words(option.spec(), data);
    std::size_t const comma = option.spec().has_commas ? typed.rfind(',') : std::string_view::npos;
    std::string_view const list = comma == std::string_view::npos ? "" : typed.substr(0, comma + 1);
    std::string out;
    for (std::string const& word : values.words)
        if (word.starts_with(typed.substr(list.size())))
            out += std::string(before) + std::string(list) + word + "\n";
    if (!list.empty()) return out;
    if (values.files) out += ":files\n";
    if (values.folders) out += ":folders\n";
    return out;
}

std::string option_lines(Place const& place, std::string_view typed) {
    std::string out;
    for (OptionRow const* option : place.options()) {
        if (place.is_used(option)) continue;
        OptionSpec const& one = option->spec();
        // An option with a long name is completed to that.
        bool const is_long = one.name.starts_with("--");
        if (is_long ? one.name.starts_with(typed) : typed == "-")
            out += line_of(one.name, one.help);
    }
    return out;
}

}  // namespace

std::string
completions(Command const& app, DataFolders const& data, std::span<std::string const> words) {
    Place place(app);
    std::string typed;
    if (!words.empty()) {
        for (std::string const& word : words.first(words.size() - 1)) place.read(word);
        typed = words.back();
    }
    if (place.waiting() != nullptr)
        return value_lines(*place.waiting(), "", typed == "=" ? "" : typed, data);
    if (std::size_t const equals = typed.find('=');
        typed.starts_with("--") && equals != std::string::npos) {
        OptionRow const* const option = place.option_named(typed.substr(0, equals));
        std::string_view const whole = typed;
        return option == nullptr
                   ? ""
                   : value_lines(
                         *option, whole.substr(0, equals + 1), whole.substr(equals + 1), data);
    }
    if (typed.starts_with('-')) return option_lines(place, typed);
    std::string out;
    for (Command const* sub : commands_of(place.command()))
        if (sub->get_name().starts_with(typed))
            out += line_of(sub->get_name(), sub->get_description());
    OptionRow const* const argument = place.argument();
    if (argument == nullptr) return out;
    if (argument->spec().kind == ValueKind::topic)
        for (Command const* sub : commands_of(app))
            if (sub->get_name().starts_with(typed))
                out += line_of(sub->get_name(), sub->get_description());
    out += value_lines(*argument, "", typed, data);
    return out;
}

}  // namespace clustersim
