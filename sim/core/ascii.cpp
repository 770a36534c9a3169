// SPDX-License-Identifier: Apache-2.0
#include "sim/core/ascii.hpp"

#include <algorithm>

namespace clustersim {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = lower(c);
    return out;
}

bool same_word(std::string_view a, std::string_view b) {
    auto const small = [](char c) { return lower(c); };
    return std::ranges::equal(a, b, {}, small, small);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    auto const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view marks) {
    std::vector<std::string_view> parts;
    while (true) {
        auto const end = text.find_first_of(marks);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::vector<std::string> split_list(std::string_view text, std::string_view marks) {
    std::vector<std::string> items;
    for (std::string_view const part : split(text, marks))
        if (auto const item = trimmed(part); !item.empty()) items.emplace_back(item);
    return items;
}

}  // namespace clustersim
