// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/nearest_name.hpp"

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// Adds an option that takes one of a few names. For any other word the message suggests the nearest name.
/// `--help` shows the names as `a|b|c`.
/// `names` must outlive the parsing, so pass a static table.
template <class Enum>
CLI::Option* add_choice_option(CLI::App& app,
                               std::string option,
                               Enum& value,
                               std::span<std::pair<std::string_view, Enum> const> names,
                               std::string description) {
    auto const known = [names] {
        std::vector<std::string> texts;
        for (auto const& [name, unused] : names) texts.emplace_back(name);
        return texts;
    };
    auto const check = [known](std::string const& text) -> std::string {
        for (std::string const& name : known()) {
            if (name == text) return {};
        }
        return "\"" + text + "\": " + did_you_mean(text, known());
    };
    auto const take = [&value, names](std::string const& text) {
        for (auto const& [name, meant] : names) {
            if (name == text) value = meant;
        }
    };
    return app.add_option_function<std::string>(std::move(option), take, std::move(description))
        ->check(std::function<std::string(std::string const&)>(check), "")
        ->type_name(fmt::format("{}", fmt::join(known(), "|")));
}

}  // namespace clustersim
