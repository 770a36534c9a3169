// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// ASCII letters in lower case; every other byte as it is, whatever the locale.
inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text);

/// Whether two words are equal but for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

/// The text without blanks, tabs and line ends at either end.
std::string_view trimmed(std::string_view text);

/// The parts between any of the `marks`, empty ones too: "a,,b" has three.
std::vector<std::string_view> split(std::string_view text, std::string_view marks);

/// The same, each trimmed, without empty ones: "a, ,b" has two.
std::vector<std::string> split_list(std::string_view text, std::string_view marks = ",");

}  // namespace clustersim
