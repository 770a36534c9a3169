// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace clustersim {

/// Accepts values from `low` to `high`, both included. CLI::Range alone would accept `nan`, which is neither below nor
/// above a limit, and numbers so small that their inverse is infinite.
inline CLI::Validator number_between(double low, double high) {
    CLI::Validator range = CLI::Range(low, high);
    range.operation([inner = range, low, high](std::string& text) -> std::string {
        double const value = std::strtod(text.c_str(), nullptr);
        if (std::isnan(value) || (value != 0.0 && std::fabs(value) < 1e-100))
            return "Value " + text + " is not between " + CLI::detail::to_string(low) + " and " +
                   CLI::detail::to_string(high);
        return inner(text);
    });
    // The name of a check says its range to the JSON schema, which `--help` may leave out.
    return range.name(fmt::format("number {} {}", low, high));
}

/// Accepts whole numbers of at least `low` and at most `high`. CLI::NonNegativeNumber would accept fractions and print the largest double
/// in its message; an unsigned type would read -1 as its largest value.
inline CLI::Validator
whole_number_from(std::int64_t low, std::int64_t high = std::numeric_limits<std::int64_t>::max()) {
    auto const check = [low, high](std::string& text) -> std::string {
        std::int64_t value = 0;
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        bool const whole = error == std::errc{} && end == text.data() + text.size();
        if (whole && value >= low && value <= high) return {};
        return fmt::format("\"{}\" is not a whole number from {} to {}", text, low, high);
    };
    return {check, low > 0 ? "POSITIVE" : "NONNEGATIVE", fmt::format("integer {} {}", low, high)};
}

}  // namespace clustersim
