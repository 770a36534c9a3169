// SPDX-License-Identifier: Apache-2.0
#include "sim/core/text_width.hpp"

#include "sim/core/utf8.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace clustersim {
namespace {

struct Range {
    char32_t first, last;
};

/// The blocks of combining marks and of invisible joiners that names contain.
constexpr std::array<Range, 7> no_width{{{0x0300, 0x036F},
                                         {0x1AB0, 0x1AFF},
                                         {0x1DC0, 0x1DFF},
                                         {0x200B, 0x200D},
                                         {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F},
                                         {0xFE20, 0xFE2F}}};
/// The wide and full-width blocks of Unicode's EastAsianWidth.txt.
constexpr std::array<Range, 10> two_wide{{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x4DBF},
                                          {0x4E00, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0x1F300, 0x1F9FF},
                                          {0x20000, 0x3FFFD}}};

template <std::size_t Size>
bool is_in(std::array<Range, Size> const& ranges, char32_t code) {
    return std::ranges::any_of(
        ranges, [&](Range const& range) { return code >= range.first && code <= range.last; });
}

std::size_t width_of(char32_t code) {
    if (code < 0x0300) return 1;
    if (is_in(no_width, code)) return 0;
    return is_in(two_wide, code) ? 2 : 1;
}

/// Takes the first word off a text, with the blanks before it.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    std::string_view const word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

/// The beginning of a word that fits into that many columns, at least one character.
std::string_view fitting(std::string_view word, std::size_t width) {
    std::size_t used = 0;
    std::size_t at = 0;
    while (at < word.size()) {
        Utf8Character const one = first_utf8_character(word.substr(at));
        used += width_of(one.code);
        if (used > width && at > 0) break;
        at += one.bytes;
    }
    return word.substr(0, at);
}

}  // namespace

std::size_t text_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        Utf8Character const one = first_utf8_character(text);
        width += width_of(one.code);
        text.remove_prefix(one.bytes);
    }
    return width;
}

std::size_t longest_word(std::string_view text) {
    std::size_t longest = 0;
    while (!text.empty()) longest = std::max(longest, text_width(take_word(text)));
    return longest;
}

namespace {

std::vector<std::string> wrapped_line(std::string_view text, std::size_t width) {
    if (text_width(text) <= width) return {std::string(text)};
    std::vector<std::string> lines(1);
    std::size_t used = 0;
    while (!text.empty()) {
        std::string_view word = take_word(text);
        if (word.empty()) break;
        std::size_t const wide = text_width(word);
        if (used > 0 && used + 1 + wide <= width) {
            lines.back() += ' ';
            ++used;
        } else if (used > 0) {
            lines.emplace_back();
            used = 0;
        }
        for (; text_width(word) > width; lines.emplace_back()) {
            std::string_view const part = fitting(word, width);
            lines.back() += part;
            word.remove_prefix(part.size());
        }
        lines.back() += word;
        used += text_width(word);
    }
    if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
    return lines;
}

}  // namespace

std::vector<std::string> wrapped_text(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    for (bool more = true; more;) {
        std::size_t const end = text.find('\n');
        std::ranges::move(wrapped_line(text.substr(0, end), width), std::back_inserter(lines));
        more = end != std::string_view::npos;
        if (more) text.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace clustersim
