// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// ASCII letters in lower case; all other bytes unchanged, whatever the locale.
inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text);

/// Whether two words are equal, ignoring the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

/// The text without blanks, tabs and line ends at its start and end.
std::string_view trimmed(std::string_view text);

/// The parts between any of the `marks`, including empty parts: "a,,b" has three.
std::vector<std::string_view> split(std::string_view text, std::string_view marks);

/// The same, each part trimmed, without empty parts: "a, ,b" has two.
std::vector<std::string> split_list(std::string_view text, std::string_view marks = ",");

}  // namespace clustersim
