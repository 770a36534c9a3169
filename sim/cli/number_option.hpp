// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/Validators.hpp>

#include <cmath>
#include <cstdlib>
#include <string>

namespace clustersim {

/// An option's value lies between two numbers, both allowed. CLI::Range alone lets `nan` through,
/// which is neither below the one nor above the other.
inline CLI::Validator number_between(double low, double high) {
    CLI::Validator range = CLI::Range(low, high);
    range.operation([inner = range, low, high](std::string& text) -> std::string {
        if (std::isnan(std::strtod(text.c_str(), nullptr)))
            return "Value " + text + " is not between " + CLI::detail::to_string(low) + " and " +
                   CLI::detail::to_string(high);
        return inner(text);
    });
    return range;
}

}  // namespace clustersim
