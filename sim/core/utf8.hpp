// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The position where the text stops being UTF-8 (RFC 3629: no overlong forms, no surrogates), or
/// nothing.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// Bytes of the character that the text begins with; 0 if it begins with none, as at its end.
std::size_t first_character(std::string_view text);

/// A character with its code point.
struct Utf8Character {
    std::size_t bytes = 1;
    char32_t code = 0;
};
/// The character that a text, which is not empty, begins with. A byte that is not UTF-8 is a character by itself.
Utf8Character first_utf8_character(std::string_view text);

/// The text as UTF-8: invalid bytes are read as ISO 8859-1, which old files use for names.
std::string as_utf8(std::string_view text);

}  // namespace clustersim
