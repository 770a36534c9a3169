// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// Where the text stops being UTF-8 (RFC 3629: no overlong forms, no surrogates), or nothing.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

/// The text as UTF-8: bytes that are none are taken for ISO 8859-1, in which old files name people.
std::string as_utf8(std::string_view text);

}  // namespace clustersim
