// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace clustersim {

/// The position where the text stops being UTF-8 (RFC 3629: no overlong forms, no surrogates), or
/// nothing.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// Bytes of the character that the text begins with; 0 when it begins with none, as at its end.
std::size_t first_character(std::string_view text);

}  // namespace clustersim
