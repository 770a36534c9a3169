// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// The bytes of a text in base64 (RFC 4648, with or without its padding); nothing if it is none.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace clustersim
