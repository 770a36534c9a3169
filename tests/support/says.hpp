// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace clustersim {

/// True if a text contains a part.
inline bool says(std::string const& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace clustersim
