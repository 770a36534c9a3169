// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The columns that a text takes on a terminal: two for a wide character (UAX #11), none for a combining mark.
std::size_t text_width(std::string_view text);

/// The columns of its longest word.
std::size_t longest_word(std::string_view text);

/// The text in lines of at most `width` columns, broken at blanks, and inside a word that is wider. At least one line.
std::vector<std::string> wrapped_text(std::string_view text, std::size_t width);

}  // namespace clustersim
