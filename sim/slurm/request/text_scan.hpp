// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A whole text of decimal digits as a number of at most 18 digits; no sign, no blanks.
inline std::optional<std::int64_t> digits_only(std::string_view text) {
    if (text.empty() || text.size() > 18) return std::nullopt;
    for (char const c : text) {
        if (c < '0' || c > '9') return std::nullopt;
    }
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Takes the digits that `text` begins with off it; none if it begins with something else.
inline std::optional<std::int64_t> take_digits(std::string_view& text) {
    std::size_t n = 0;
    while (n < text.size() && text[n] >= '0' && text[n] <= '9') ++n;
    auto const value = digits_only(text.substr(0, n));
    if (value) text.remove_prefix(n);
    return value;
}

/// Takes `mark` off the front of `text` if it stands there.
inline bool take(std::string_view& text, char mark) {
    if (text.empty() || text.front() != mark) return false;
    text.remove_prefix(1);
    return true;
}

/// The parts between any of the `marks`, empty ones too: "a,,b" has three.
inline std::vector<std::string_view> split(std::string_view text, std::string_view marks) {
    std::vector<std::string_view> parts;
    while (true) {
        auto const end = text.find_first_of(marks);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

/// The text without blanks at either end.
inline std::string_view trimmed(std::string_view text) {
    auto const first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace clustersim::slurm
