// SPDX-License-Identifier: Apache-2.0
#include "sim/core/base64.hpp"

#include <cstdint>

namespace clustersim {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() * 3 / 4);
    std::uint32_t word = 0;
    int bits = 0;
    for (char const c : text) {
        auto const digit = digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        word = (word << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(word >> static_cast<unsigned>(bits) & 0xFFU));
    }
    return bytes;
}

}  // namespace clustersim
