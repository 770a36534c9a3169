// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command_table.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// The names of a table, in its order.
template <class Enum>
std::vector<std::string> names_in(std::span<std::pair<std::string_view, Enum> const> table) {
    std::vector<std::string> names;
    for (auto const& [name, unused] : table) names.emplace_back(name);
    return names;
}

/// The row of such an option; `value` can hold what a name means.
template <class Value, class Enum>
OptionRow* add_choice_of(Command& app,
                         std::string option,
                         Value& value,
                         std::span<std::pair<std::string_view, Enum> const> names,
                         std::string description) {
    auto const take = [&value, names](std::string const& text) {
        for (auto const& [name, meant] : names)
            if (name == text) value = meant;
    };
    return app.add_option_function(std::move(option), take, std::move(description))
        ->one_of(names_in(names));
}

/// Adds an option that takes one of a few names, with the present one as its default. For any other word the message
/// suggests the nearest name. `--help` shows the names as `a|b|c`.
/// `names` must outlive the parsing, so pass a static table.
template <class Enum>
OptionRow* add_choice_option(Command& app,
                             std::string option,
                             Enum& value,
                             std::span<std::pair<std::string_view, Enum> const> names,
                             std::string description) {
    OptionRow* const row =
        add_choice_of(app, std::move(option), value, names, std::move(description));
    for (auto const& [name, meant] : names)
        if (meant == value) row->default_val(std::string(name));
    return row;
}

/// The same without a default: no value means that the program chooses.
template <class Enum>
OptionRow* add_choice_option(Command& app,
                             std::string option,
                             std::optional<Enum>& value,
                             std::span<std::pair<std::string_view, Enum> const> names,
                             std::string description) {
    return add_choice_of(app, std::move(option), value, names, std::move(description));
}

}  // namespace clustersim
