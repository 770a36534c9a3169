// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/ascii.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace clustersim::slurm {

/// Parses a text of at most 18 decimal digits; no sign, no blanks.
inline std::optional<std::int64_t> digits_only(std::string_view text) {
    if (text.empty() || text.size() > 18) return std::nullopt;
    for (char const c : text)
        if (c < '0' || c > '9') return std::nullopt;
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Removes and returns the digits at the start of `text`; nothing if there are none.
inline std::optional<std::int64_t> take_digits(std::string_view& text) {
    std::size_t n = 0;
    while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
    auto const value = digits_only(text.substr(0, n));
    if (value) text.remove_prefix(n);
    return value;
}

/// Removes `mark` from the start of `text` if it is there.
inline bool take(std::string_view& text, char mark) {
    if (text.empty() || text.front() != mark) return false;
    text.remove_prefix(1);
    return true;
}

}  // namespace clustersim::slurm
