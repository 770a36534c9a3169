// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"

#include <string_view>

namespace clustersim {

/// Whole numbers of a model or a plan; a larger one is a typing mistake.
inline constexpr Range whole_range{1.0, 1e8, false};
inline constexpr Range whole_or_none{0.0, 1e8, false};

inline int whole(Reader& reader, std::string_view key) {
    return static_cast<int>(reader.integer(key, whole_range));
}

inline int whole_or(Reader& reader, std::string_view key, int fallback, Range range = whole_range) {
    return static_cast<int>(reader.optional_integer(key, range).value_or(fallback));
}

}  // namespace clustersim
