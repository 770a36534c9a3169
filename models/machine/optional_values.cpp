// SPDX-License-Identifier: Apache-2.0
#include "models/machine/optional_values.hpp"

namespace clustersim {

std::optional<int> optional_count(Reader& reader, std::string_view key, Range range) {
    auto const value = reader.optional_integer(key, range);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<Seconds> optional_seconds(Reader& reader, std::string_view key) {
    auto const time = reader.optional_quantity<Duration>(key);
    return time ? std::optional(round_up(*time)) : std::nullopt;
}

}  // namespace clustersim
