// SPDX-License-Identifier: Apache-2.0
#include "sim/core/printable.hpp"

#include "sim/core/utf8.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

bool is_plain(char c) {
    auto const byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7F;
}

/// The code point of a valid character of two or three bytes; 0 for one of four, which are all printable here.
unsigned code_point(std::string_view character) {
    auto const byte = [&](std::size_t at) { return static_cast<unsigned char>(character[at]); };
    if (character.size() == 2) return (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    if (character.size() == 3)
        return (byte(0) & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    return 0;
}

/// C1 controls, line and paragraph separators, and what turns the direction of writing.
bool is_hidden_control(unsigned code) {
    return (code >= 0x80 && code <= 0x9F) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0x200E || code == 0x200F;
}

/// The escape of a control of one byte.
std::string escape_of(char c) {
    switch (c) {
        case '\n': return "\\n";
        case '\t': return "\\t";
        case '\r': return "\\r";
        default: return fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
}

std::string printable(std::string_view text, bool keep_lines) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        char const c = text.front();
        bool const kept = is_plain(c) || (keep_lines && (c == '\n' || c == '\t'));
        std::size_t const length = kept ? 1 : first_character(text);
        if (kept)
            out += c;
        else if (length < 2)
            out += escape_of(c);
        else if (unsigned const code = code_point(text.substr(0, length)); is_hidden_control(code))
            out += fmt::format("\\u{:04x}", code);
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace

std::string printable_text(std::string_view text) {
    return printable(text, true);
}

std::string printable_line(std::string_view text) {
    return printable(text, false);
}

std::string xml_text(std::string_view text) {
    constexpr std::string_view replacement = "\xEF\xBF\xBD";
    std::string out;
    while (!text.empty()) {
        std::size_t const length = first_character(text);
        char const c = text.front();
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\n':
            case '\t':
            case '\r': out += fmt::format("&#{};", static_cast<int>(c)); break;
            default: out += length > 1 || is_plain(c) ? text.substr(0, length) : replacement;
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

}  // namespace clustersim
