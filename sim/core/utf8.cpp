// SPDX-License-Identifier: Apache-2.0
#include "sim/core/utf8.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Bytes of the character that begins with `lead`; 0 if no character does.
std::size_t length_of(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// Whether the second byte may follow this lead byte: overlong forms, surrogates and characters
/// beyond U+10FFFF differ from valid ones only here.
bool second_fits(unsigned char lead, unsigned char second) {
    unsigned char const low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned char const high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

}  // namespace

std::size_t first_character(std::string_view text) {
    if (text.empty()) return 0;
    auto const byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    std::size_t const length = length_of(byte(0));
    if (length == 0 || length > text.size()) return 0;
    if (length > 1 && !second_fits(byte(0), byte(1))) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    return length;
}

Utf8Character first_utf8_character(std::string_view text) {
    std::size_t const bytes = std::max<std::size_t>(first_character(text), 1);
    auto const byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    if (bytes == 1) return {1, byte(0)};
    char32_t code = byte(0) & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) code = code << 6U | (byte(i) & 0x3FU);
    return {bytes, code};
}

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const length = first_character(text.substr(at));
        if (length == 0) return at;
        at += length;
    }
    return std::nullopt;
}

std::string as_utf8(std::string_view text) {
    std::string out;
    for (auto bad = first_invalid_utf8(text); bad; bad = first_invalid_utf8(text)) {
        out += text.substr(0, *bad);
        auto const byte = static_cast<unsigned char>(text[*bad]);
        out += static_cast<char>(0xc0U | byte >> 6U);
        out += static_cast<char>(0x80U | (byte & 0x3fU));
        text.remove_prefix(*bad + 1);
    }
    return out.append(text);
}

}  // namespace clustersim
