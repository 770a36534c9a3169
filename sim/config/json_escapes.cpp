// SPDX-License-Identifier: Apache-2.0
#include "sim/config/json_escapes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>

namespace clustersim {
namespace {

/// The number in the escape `\uXXXX` that the text begins with.
std::optional<unsigned> escaped_unit(std::string_view text) {
    if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
    unsigned unit = 0;
    auto const [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    if (error != std::errc{} || end != text.data() + 6) return std::nullopt;
    return unit;
}

}  // namespace

std::string json_as_yaml(std::string text) {
    std::size_t const start = text.find_first_not_of(" \t\r\n");
    bool const is_json = start != std::string::npos && (text[start] == '{' || text[start] == '[');
    if (!is_json || text.find("\\u") == std::string::npos) return text;
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        auto const high = escaped_unit(rest);
        auto const low = high ? escaped_unit(rest.substr(6)) : std::nullopt;
        if (low && *high >= 0xD800 && *high < 0xDC00 && *low >= 0xDC00 && *low < 0xE000) {
            out += fmt::format("\\U{:08X}", 0x10000 + ((*high - 0xD800) << 10U) + (*low - 0xDC00));
            rest.remove_prefix(12);
            continue;
        }
        // A backslash and what it escapes, which may be another backslash.
        std::size_t const taken = rest.front() == '\\' && rest.size() > 1 ? 2 : 1;
        out += rest.substr(0, taken);
        rest.remove_prefix(taken);
    }
    return out;
}

}  // namespace clustersim
