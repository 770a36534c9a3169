// SPDX-License-Identifier: Apache-2.0
#include "models/machine/optional_values.hpp"

#include <fmt/format.h>

namespace clustersim {

std::optional<int> optional_count(Reader& reader, std::string_view key, Range range) {
    auto const value = reader.optional_integer(key, range);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<Seconds> optional_seconds(Reader& reader, std::string_view key) {
    auto const time = reader.optional_quantity<Duration>(key);
    return time ? std::optional(round_up(*time)) : std::nullopt;
}

std::optional<Date> optional_date(Reader& reader, std::string_view key) {
    auto const text = reader.optional_text(key);
    if (!text) return std::nullopt;
    auto const date = parse_date(*text);
    if (!date)
        reader.complain(key, Code::wrong_type, fmt::format("\"{}\" is not a day", *text)).expected =
            "a day such as 2027-03-01";
    return date;
}

}  // namespace clustersim
